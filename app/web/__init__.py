"""HTTP only: parse the request, call the game, shape the answer."""

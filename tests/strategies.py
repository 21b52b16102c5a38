"""What hypothesis draws from: boards, games and players."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from app.game import Game, GameError, Status
from app.player import Player
from app.rules import Board, Direction, ImpossibleBoard, check_board

# A busy machine must fail no test: nothing here is held to a time.
quick = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
thorough = settings(quick, max_examples=200)

TILES = tuple(2**power for power in range(1, 18))


def _of(cells: tuple[int, ...]) -> st.SearchStrategy[Board]:
    return st.tuples(*[st.sampled_from(cells)] * 16)


directions = st.sampled_from(Direction)
seeds = st.binary(min_size=1, max_size=64)
# With few values there are many merges, with all of them every value is seen.
boards = _of((0, 2, 4)) | _of((0, 0, 0, 2, 4, 8, 16)) | _of((0, *TILES))
full_boards = _of((2, 4)) | _of(TILES)


def is_possible(cells: Board) -> bool:
    try:
        check_board(cells)
    except ImpossibleBoard:
        return False
    return True


def played(game: Game, pushes: list[Direction]) -> Game:
    """Play what is legal of these pushes, on past a win and up to the end."""
    for push in pushes:
        if game.status is Status.WON:
            game = game.keep_playing()
        if game.status is Status.OVER:
            break
        try:
            game, _ = game.play(push)
        except GameError:
            continue
    return game


starts = st.none() | _of((0, 0, 2, 4, 512, 1024)).filter(is_possible)
games = st.builds(
    played,
    st.builds(Game.new, seeds, starts),
    st.lists(directions, max_size=40),
)


@st.composite
def players(draw: st.DrawFn) -> Player:
    """Let a player do a few random things."""
    player = Player()
    deeds = st.lists(st.sampled_from(["move", "undo", "keep", "new"]), max_size=12)
    for deed in ["new", *draw(deeds)]:
        try:
            player = _done(draw, player, deed)
        except GameError:
            continue
    return player


def _done(draw: st.DrawFn, player: Player, deed: str) -> Player:
    if deed == "move":
        return player.move(draw(st.lists(directions, max_size=8)))[0]
    if deed == "undo":
        return player.undo()
    if deed == "keep":
        return player.keep_playing()
    return player.new_game(Game.new(draw(seeds), draw(starts)))

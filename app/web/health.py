"""What a balancer asks: whether the process lives, and whether a player could be served."""

from flask import Blueprint, Response

from app.sessions import current_store
from app.web.payloads import json_response

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Answer, which is all there is to it."""
    return json_response({"alive": True})


@bp.get("/readyz")
def ready() -> Response:
    """Answer if the store does; else StoreUnavailable is the answer, as to any player."""
    current_store().probe()
    return json_response({"ready": True})

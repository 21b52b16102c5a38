"""One fault tried out: players play, it strikes, they play on, and every promise is looked up."""

import re
import time
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import msgspec

from app.config import TEMPLATE_FOLDER
from app.game import Game
from app.player import SCHEMA, Player
from app.rules import Direction
from app.sessions import CompareAndSetSessions
from tests.faults.load import Answer, Load, Sitting
from tests.faults.stages import Stage
from tests.faults.strikes import Fault
from tests.server import request


@dataclass(frozen=True, slots=True)
class Losses:
    """Acknowledged moves that are not as they were acknowledged.

    Attributes:
        lost: They are not in the game that is stored.
        forgotten: They went with the whole game, and the player was told.
        doubled: They are there more than once, or something is that nobody asked for.
    """

    lost: int = 0
    forgotten: int = 0
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it.

    Attributes:
        rate: Acknowledged moves a second before the fault.
        acknowledged: All acknowledged moves.
        seconds: From the fault until everybody has played on.
        slowest: The longest that any answer took meanwhile, in seconds.
        meanwhile: How many of each status were answered meanwhile; 0 is an answer that was lost.
        told: What the page says to those answers.
        wrong: What nobody should have been answered, and what a mended server still was.
    """

    fault: Fault
    players: int
    rate: float
    acknowledged: int
    losses: Losses
    seconds: float
    slowest: float
    meanwhile: Counter[int]
    told: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Nothing is lost, nothing is doubled, and nothing wrong was answered."""
        forgotten = 0 if self.fault.forgets else self.losses.forgotten
        lost = 0 if self.fault.forgets else self.losses.lost
        return not (lost or forgotten or self.losses.doubled or self.wrong)


def run(fault: Fault, folder: Path, players: int, seconds: float) -> Outcome:
    """Try a fault out in an empty folder; raise Skipped if it cannot be made here.

    It is played for so many seconds before it strikes, and again when all is mended.
    """
    with fault.stage(folder) as stage, stage.app() as app:
        with Load(*stage.ports, players=players) as load:
            load.wait_for_everyone()
            begun = time.monotonic()
            time.sleep(seconds)
            struck = time.monotonic()
            fault.strike(stage, load)
            # Each has a connection to each of them.
            load.wait_for_everyone(moves=len(stage.ports))
            over = time.monotonic()
            time.sleep(seconds)
        answers = [answer for answer in load.answers if answer.at + answer.seconds >= struck]
        meanwhile = [answer for answer in answers if answer.at < over]
        after = [answer for answer in answers if answer.at >= over]
        wrong = [*_wrong(meanwhile, stage), *_remaining(after, stage, load.sittings, fault.forgets)]
        return Outcome(
            fault,
            players,
            sum(begun <= promise.at < struck for promise in load.promises) / (struck - begun),
            len(load.promises),
            account(load.sittings, app.session_interface),
            over - struck,
            max(answer.seconds for answer in meanwhile),
            Counter(answer.status for answer in meanwhile),
            _told(answers, load.sittings),
            tuple(wrong),
        )


def account(sittings: list[Sitting], store: CompareAndSetSessions) -> Losses:
    """Play every stored game again and compare it with what was acknowledged in it."""
    lost = forgotten = doubled = 0
    for sitting in sittings:
        doubled += sitting.doubled
        if sitting.gone:
            forgotten += len(sitting.promises)
            continue
        stored = store._read(store._get_store_id(sitting.sid))
        if stored is None:
            lost += len(sitting.promises)
            continue
        saved = msgspec.msgpack.decode(stored)["game"]
        player = Player.from_saved({**saved, "schema": SCHEMA})
        assert player.game is not None
        boards = _replay(player.game)
        first_version = player.version - player.game.turn
        kept = {(first_version + turn, turn, board) for turn, board in boards.items()}
        lost += sum((each.version, each.turn, each.board) not in kept for each in sitting.promises)
        doubled += max(0, player.game.turn - len(sitting.promises))
    return Losses(lost, forgotten, doubled)


def _replay(game: Game) -> dict[int, tuple[int, ...]]:
    """Return the board of every turn; raise CorruptGame unless they lead to the stored one."""
    game.check_replay()
    letters = {direction.value[0].upper(): direction for direction in Direction}
    replayed = Game.new(game.seed, game.start)
    boards = {0: replayed.board}
    for letter in game.moves:
        replayed, _ = replayed.play(letters[letter])
        boards[replayed.turn] = replayed.board
    return boards


def _wrong(answers: list[Answer], stage: Stage) -> list[str]:
    found = []
    for answer in answers:
        if answer.status < 500 or (stage.proxied and answer.status == HTTPStatus.BAD_GATEWAY):
            continue
        if answer.code != "store_unavailable" or not answer.retry_after:
            found.append(f"{answer.status} {answer.code}")
    return found


def _remaining(
    answers: list[Answer], stage: Stage, sittings: list[Sitting], forgets: str
) -> list[str]:
    """What is still wrong when all is mended: failed answers, and games that do not answer."""
    found = [f"still {answer.status}" for answer in answers if answer.status not in {200, 409}]
    for sitting in sittings:
        status, state = request(stage.ports[-1], "GET", "/game", sitting.sid)
        if status != HTTPStatus.OK:
            found.append(f"GET /game: {status}")
        elif sitting.promises and not (sitting.gone or forgets):
            last = sitting.promises[-1]
            if (state["version"], tuple(state["board"])) != (last.version, last.board):
                found.append(f"GET /game: version {state['version']}, not {last.version}")
    return found


def _told(answers: list[Answer], sittings: list[Sitting]) -> tuple[str, ...]:
    """The page's words for what the players were answered."""
    template = (TEMPLATE_FOLDER / "_texts.html").read_text()
    texts = dict(re.findall(r'"(\w+)": _\("(.*?)"\)', template))
    seen = {
        "offline": any(answer.status == 0 for answer in answers),
        "busy": any(answer.status >= 500 for answer in answers),
        "saved_game_gone": any(sitting.gone and sitting.promises for sitting in sittings),
        "caught_up": any(sitting.caught_up for sitting in sittings),
    }
    return tuple(texts[name] for name, is_seen in seen.items() if is_seen)

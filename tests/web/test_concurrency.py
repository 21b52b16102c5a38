"""Nothing lost: many requests at once on a real server, and servers that die."""

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path

from tests.server import Server
from tests.visitor import player_on

RACERS = 50
ROUNDS = 20
HEAD_START = 0.05


@contextmanager
def racers(server: Server, sid: str, count: int) -> Iterator[list[subprocess.Popen[str]]]:
    command = [sys.executable, "-S", str(Path(__file__).with_name("racer.py"))]
    processes = [
        subprocess.Popen(
            [*command, str(server.port), sid],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    try:
        yield processes
    finally:
        for process in processes:
            process.communicate(timeout=30)


def test_of_fifty_moves_on_one_version_exactly_one_is_played(server: Server) -> None:
    sid = server.save_player(player_on("2 2 . .", ". 4 . .", ". . 2 .", "4 . . 2"))
    with racers(server, sid, RACERS) as processes:
        for _ in range(ROUNDS):
            _, before = server.request("GET", "/game", sid)
            moment = time.monotonic() + HEAD_START
            for index, process in enumerate(processes):
                direction = sorted(before["slides"])[index % len(before["slides"])]
                path = f"/move/{direction}?version={before['version']}"
                process.stdin.write(f"{moment} {path}\n")
                process.stdin.flush()
            answers = [json.loads(process.stdout.readline()) for process in processes]
            _, after = server.request("GET", "/game", sid)

            winners = [state for status, state in answers if status == 200]
            losers = [answer for status, answer in answers if status == 409]
            assert (len(winners), len(losers)) == (1, RACERS - 1)
            assert winners[0] == {**after, "played": winners[0]["played"]}
            assert after["version"] == before["version"] + 1
            assert {answer["error"]["code"] for answer in losers} == {"stale_version"}
            assert all(answer["state"] == after for answer in losers)


def test_reads_do_not_undo_moves_that_are_made_meanwhile(server: Server) -> None:
    sid = server.save_player(player_on("2 2 . .", ". 4 . ."))
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            assert server.request("GET", "/game", sid)[0] == 200

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    _, state = server.request("GET", "/game", sid)
    directions = random.Random(1)
    for _ in range(100):
        if not state["slides"]:
            break
        direction = directions.choice(sorted(state["slides"]))
        status, state = server.request("POST", f"/move/{direction}?version={state['version']}", sid)
        assert status == 200
    done.set()
    for reader in readers:
        reader.join()

    assert server.request("GET", "/game", sid)[1] == {**state, "played": []}
    assert state["turn"] > 50


def test_a_killed_server_has_lost_no_acknowledged_move(server: Server) -> None:
    sid = server.save_player(player_on("2 2 . .", ". 4 . ."))
    for _ in range(3):
        acknowledged = [server.request("GET", "/game", sid)[1]]

        def play(acknowledged: list[dict[str, object]] = acknowledged) -> None:
            while True:
                last = acknowledged[-1]
                path = "move/left,up,right,down" if last["status"] == "playing" else "new-game"
                try:
                    status, state = server.request(
                        "POST", f"/{path}?version={last['version']}", sid
                    )
                except (OSError, HTTPException, ValueError):
                    return  # the server has gone while it answered
                assert status == 200
                acknowledged.append(state)

        player = threading.Thread(target=play)
        player.start()
        while len(acknowledged) < 6:
            assert player.is_alive()
            time.sleep(0.01)
        server.kill()
        player.join()
        server.start()
        _, after = server.request("GET", "/game", sid)

        # The move that was under way when the server died may have been saved, unanswered.
        assert after["version"] - acknowledged[-1]["version"] in {0, 1}
        if after["version"] == acknowledged[-1]["version"]:
            assert after["board"] == acknowledged[-1]["board"]

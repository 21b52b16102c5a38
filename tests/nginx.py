"""An nginx of the tests' own, set up by the README's example."""

import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Self

from tests.programs import find_or_install
from tests.server import free_port, request

ROOT = Path(__file__).resolve().parent.parent
_START_SECONDS = 10

# Only what keeps it apart from an nginx of the machine's.
_AROUND = """
daemon off;
{user}
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    {site}
}}
"""


def read_example() -> str:
    """The configuration that the README shows."""
    (example,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return str(example)


class Nginx:
    """The README's configuration, with other ports and another folder of statics."""

    def __init__(self, folder: Path, *upstreams: int) -> None:
        self.folder = folder
        self.statics = folder / "www"
        self.port = free_port()
        servers = " ".join(f"server 127.0.0.1:{port} fail_timeout=2s;" for port in upstreams)
        site = read_example()
        for shown, used in (
            ("server 127.0.0.1:2048 fail_timeout=2s;", servers),
            ("listen 80;", f"listen 127.0.0.1:{self.port};"),
            ("root /var/www/2048;", f"root {self.statics};"),
        ):
            assert site.count(shown) == 1, f"the README's example has no {shown}"
            site = site.replace(shown, used)
        self._site = site
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        program = find_or_install(("nginx",), "nginx")
        self.folder.mkdir(parents=True)
        # The folders of tests are closed to whom it would become.
        user = "user root;" if os.geteuid() == 0 else ""
        path = self.folder / "nginx.conf"
        path.write_text(_AROUND.format(folder=self.folder, user=user, site=self._site))
        log = self.folder / "error.log"
        self._process = subprocess.Popen(
            [program, "-p", str(self.folder), "-c", str(path), "-e", str(log)],
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + _START_SECONDS
        while not self._listens():
            assert self._process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def request(self, method: str, path: str, sid: str | None = None) -> tuple[int, Any]:
        """Send one request through it; return the status and the JSON."""
        return request(self.port, method, path, sid)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

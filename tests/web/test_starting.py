"""Starting the server where it cannot work: one line says why, and nothing is left behind."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import pytest

from tests.support.served import START, Served


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*START, "serve", *arguments], check=False, capture_output=True, text=True, timeout=60
    )


def test_a_port_that_is_taken_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = start(str(tmp_path / "store"), "--port", str(taken.getsockname()[1]))
    assert ended.returncode == 2
    assert "another program listens there; choose another port with --port" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not ended.stdout
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--host", "192.0.2.1"], "no address of this machine"),
        (["--host", "no such host"], "nobody can listen there"),
        (["--port", "65536"], "65536 is no port"),
    ],
)
def test_an_address_where_nobody_can_listen_is_refused(
    tmp_path: Path, arguments: list[str], says: str
) -> None:
    ended = start(str(tmp_path / "store"), *arguments)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert says in ended.stderr


def test_data_cannot_go_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("mine")
    ended = start(str(tmp_path / "store"), "--port", "0")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "name a folder" in ended.stderr
    assert (tmp_path / "store").read_text() == "mine"


def test_any_free_port_will_do_and_is_told(tmp_path: Path) -> None:
    server = Served(tmp_path / "store", port=0)
    process = subprocess.Popen(
        [*START, "serve", str(server.folder), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = next(line for line in process.stdout if line.startswith("punto serves "))
        server.port = int(told.partition("127.0.0.1:")[2].partition(";")[0])
        with server.client() as client:
            assert client.get("/readyz").status_code == 200
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode == 0

"""Frames of every sort and sockets in every state from whoever watches: nothing changes."""

from __future__ import annotations

import base64
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.nursery import nursery
from tests.support.served import PATIENCE, Served, served

TABLE: Final = "practice-tb4"
KEY: Final = base64.b64encode(bytes(16)).decode()
MASK: Final = b"\x0a\x0b\x0c\x0d"
EXAMPLES: Final = 300
GROWTH: Final = 24 * 1024
"""Kilobytes that the process may grow by over all of it; a frame of 16 MB kept would show."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("framed") / "store"
    with nursery() as born, served(folder, nursery=born) as running:
        with running.client() as client:
            client.post(f"/api/tables/{TABLE}/seat", json={"name": "Zoe"})
            paused = client.post(f"/api/tables/{TABLE}/dealer", json={"action": "pause"})
            assert paused.status_code == 200
        yield running


def frame(
    opcode: int,
    payload: bytes,
    *,
    fin: bool = True,
    rsv: int = 0,
    masked: bool = True,
    more: int = 0,
) -> bytes:
    """Write a frame; `more` claims a longer payload than follows."""
    claimed = len(payload) + more
    head = bytes([fin << 7 | rsv << 4 | opcode])
    bit = masked << 7
    if claimed < 126:
        head += bytes([bit | claimed])
    elif claimed < 1 << 16:
        head += bytes([bit | 126]) + struct.pack("!H", claimed)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", claimed)
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[n % 4] for n, byte in enumerate(payload))


COMMANDS: Final = st.sampled_from(
    [
        b"",
        json.dumps({"type": "CloseBets"}).encode(),
        json.dumps({"type": "PlaceWager", "box": "1", "bet": "player", "stake": 1000}).encode(),
        b"[" * 3_000,
        b"\xff\xfe\x00",
        b"\x03\xe8bye",
        b"\x00\x00",
        b"\x03\xed",
    ]
)
SENSIBLE: Final = st.builds(
    frame,
    st.sampled_from([0, 1, 2, 8, 9, 10]),
    COMMANDS | st.binary(max_size=200),
    fin=st.booleans(),
)
WILD: Final = st.builds(
    frame,
    st.integers(0, 15),
    st.binary(max_size=300),
    fin=st.booleans(),
    rsv=st.sampled_from([0, 0, 0, 1, 2, 4, 7]),
    masked=st.booleans(),
    more=st.sampled_from([0, 0, 0, 1, 5_000, 1 << 20, 1 << 40]),
)
LARGE: Final = st.builds(
    lambda opcode, kilobytes: frame(opcode, bytes(kilobytes * 1024)),
    st.sampled_from([1, 2, 9]),
    st.sampled_from([1, 17, 64, 1_100]),
)
SENT: Final = st.lists(SENSIBLE | WILD | LARGE | st.binary(max_size=64), max_size=8)
ENDINGS: Final = st.sampled_from(["close", "half", "reset", "read", "stay"])


def shake_hands(server: Served) -> socket.socket:
    """Open a live view by hand."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(
        f"GET /api/tables/{TABLE}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


def end(line: socket.socket, how: str, left: list[socket.socket]) -> None:
    """Leave in one of the ways in which clients leave."""
    if how == "half":
        with suppress(OSError):
            line.shutdown(socket.SHUT_WR)
    if how == "reset":
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if how == "read":
        line.settimeout(0.02)
        with suppress(OSError):
            while line.recv(65_536):
                pass
    if how in ("stay", "half") and len(left) < 40:
        left.append(line)
    else:
        line.close()


def ask(server: Served, path: str) -> bytes:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.read()
    finally:
        connection.close()


def position(server: Served) -> Any:
    return json.loads(ask(server, f"/api/tables/{TABLE}"))["position"]


def watchers(server: Served) -> int:
    [line] = [
        line
        for line in ask(server, "/metrics").decode().splitlines()
        if line.startswith("punto_watchers ")
    ]
    return int(float(line.split()[1]))


def kilobytes(server: Served) -> int:
    pid: int = getattr(server.process, "pid", 0)
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1])


def files(server: Served) -> int:
    pid: int = getattr(server.process, "pid", 0)
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@pytest.mark.slow
def test_no_frame_and_no_socket_changes_anything(server: Served) -> None:
    with shake_hands(server):
        pass
    before, opened = position(server), files(server)
    size = 0
    left: list[socket.socket] = []
    tried = 0

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(sent=SENT, how=ENDINGS)
    def holds(sent: list[bytes], how: str) -> None:
        nonlocal tried, size
        tried += 1
        line = shake_hands(server)
        with suppress(OSError):  # The server may hang up.
            for one in sent:
                line.sendall(one)
        end(line, how, left)
        if tried == EXAMPLES // 3:
            size = kilobytes(server)
        assert position(server) == before

    try:
        holds()
    finally:
        for line in left:
            line.close()
    assert tried == EXAMPLES
    until = monotonic() + PATIENCE
    while watchers(server) or files(server) > opened + 1:
        assert monotonic() < until, f"{watchers(server)} views and {files(server)} files are left"
        sleep(0.05)
    assert kilobytes(server) - size < GROWTH
    lines = [json.loads(line) for line in server.told().splitlines() if line.startswith("{")]
    wrong = {line["said"] for line in lines if line["level"] in ("warning", "error", "critical")}
    assert wrong <= {"Invalid UTF-8 sequence received from client."}
    with shake_hands(server) as line:
        assert line.recv(65_536), "the server does not show the table any more"

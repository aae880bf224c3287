"""The cheapest client there is: HTTP/1.1 over one kept connection, and a reader of WebSocket.

It shares the cores with the server that it measures, so it parses no more than it must.
"""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable
from typing import cast

END = b"\r\n\r\n"
LENGTH = b"content-length: "


class Connection(asyncio.Protocol):
    """One kept connection; one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport
        self._buffer = b""
        self._needed = 0
        self._waiting: asyncio.Future[tuple[int, bytes]]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way out."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Gather one answer."""
        self._buffer += data
        if not self._needed:
            head = self._buffer.find(END)
            if head < 0:
                return
            at = self._buffer.lower().find(LENGTH, 0, head) + len(LENGTH)
            self._needed = head + len(END) + int(self._buffer[at : self._buffer.index(b"\r", at)])
        if len(self._buffer) >= self._needed:
            answer, self._buffer = self._buffer, b""
            self._needed = 0
            self._waiting.set_result((int(answer[9:12]), answer[answer.index(END) + len(END) :]))

    def connection_lost(self, exc: Exception | None) -> None:
        """Let nobody wait for ever."""
        if hasattr(self, "_waiting") and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionResetError())

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; return status and body."""
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    async def post(
        self, path: str, body: bytes, key: str = "", token: str = "", *, briefly: bool = False
    ) -> tuple[int, bytes]:
        """Send a JSON body; a short answer is enough where that was said."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {token or 'none'}\r\nX-Punto: 1\r\n"
            f"Idempotency-Key: {key or 'none'}\r\nContent-Length: {len(body)}\r\n"
        )
        wish = "Prefer: return=minimal\r\n" if briefly else ""
        return await self.send(f"{head}{wish}\r\n".encode() + body)

    async def get(self, path: str) -> tuple[int, bytes]:
        """Ask for something."""
        return await self.send(f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())


async def connect(port: int) -> Connection:
    """Open a connection on this machine."""
    _, protocol = await asyncio.get_running_loop().create_connection(Connection, "127.0.0.1", port)
    return protocol


Told = Callable[[int, int, float], None]
"""Hears up to which position a table was shown before, up to which now, and when."""
POSITION = b'"position":'


class Watcher(asyncio.Protocol):
    """Reads a live view and notes when each position came."""

    def __init__(self, path: str, token: str, told: Told) -> None:
        self._path = path
        self._token = token
        self._told = told
        self._buffer = bytearray()
        self._open = False
        self.shown = 0
        self.lost = False
        self._leaving = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast("asyncio.Transport", transport)
        cookie = f"Cookie: punto={self._token}\r\n" if self._token else ""
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        now = time.monotonic()
        self._buffer += data
        if not self._open:
            head = self._buffer.find(END)
            if head < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(self._buffer[:60].decode()))
                return
            del self._buffer[: head + len(END)]
            self._open = True
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self._message(payload, now)
            elif opcode == 9:
                self._transport.write(b"\x8a" + bytes([0x80 | len(payload)]) + bytes(4) + payload)

    def _frame(self) -> tuple[int, bytes] | None:
        """Take a whole frame off; the server masks nothing."""
        got = self._buffer
        if len(got) < 2:
            return None
        length, head = got[1] & 127, 2
        if length > 125:
            head = 4 if length == 126 else 10
            if len(got) < head:
                return None
            length = int.from_bytes(got[2:head], "big")
        if len(got) < head + length:
            return None
        found = got[0] & 15, bytes(got[head : head + length])
        del got[: head + length]
        return found

    def _message(self, payload: bytes, now: float) -> None:
        at = payload.find(POSITION) + len(POSITION)
        end = at
        while payload[end : end + 1].isdigit():
            end += 1
        before, self.shown = self.shown, int(payload[at:end])
        self._told(before, self.shown, now)
        if not self.ready.done():
            self.ready.set_result(None)

    def close(self) -> None:
        """Leave."""
        self._leaving = True
        self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the server let go."""
        self.lost = not self._leaving
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionResetError())


async def watch(port: int, path: str, token: str, told: Told) -> Watcher:
    """Open a live view; it is ready once it has told the first position."""
    loop = asyncio.get_running_loop()
    _, watcher = await loop.create_connection(lambda: Watcher(path, token, told), "127.0.0.1", port)
    await watcher.ready
    return watcher

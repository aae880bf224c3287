"""What is long and the same for everybody comes compressed: its size tells no secret."""

from __future__ import annotations

from typing import Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

SMALL: Final = 500
"""Bytes that are not worth compressing."""
SHRUNK: Final = [Middleware(GZipMiddleware, minimum_size=SMALL)]
"""For a route of such answers."""

"""What the reference model says to a wrong input."""

from __future__ import annotations


class ReferenceRefusal(Exception):  # noqa: N818  it is an answer, not a fault
    """The input is wrong; the text says why in a few words."""

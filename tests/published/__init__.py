"""Figures that others have published, reproduced to every digit that they print.

Each test names its source: the page's address and what it prints. Where a source is wrong the
test says which digits, what is right, and why. Only figures are taken over, no text.
"""

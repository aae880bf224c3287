"""Odds, each figure shown by a second count that is slow and obviously right."""

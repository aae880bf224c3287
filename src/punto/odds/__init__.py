"""Exact odds for any cards left: classes, bets, insurance, and how well the game is protected.

Everything here counts in whole numbers and needs the standard library only; `kernels` and
`batch` are the compiled fast path (NumPy and Numba, optional) and agree with it to the unit.
"""

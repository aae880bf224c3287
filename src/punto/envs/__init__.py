"""Environments for learning agents: a table with one patron (Gymnasium) or several (PettingZoo).

The cards are those of a reproducible shoe, money is settled by the pure core, Insurance is
offered by the rules. `table` needs NumPy only; `single` and `several` need the extra `rl`.
"""

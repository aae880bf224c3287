"""The conduct of a round, against the reference model and under any sequence of commands."""

"""Simulation: whole shoes at the speed of the machine, each one reproducible and replayable.

`streams` defines the random bits and `shoe` deals one shoe by the core, slowly and obviously;
`arrays` (NumPy) and `compiled` (Numba) are twins that agree with it to the unit. A `Job` is a
simulation as a value, `engines` do it on one core, all cores or a cluster, `runner` merges,
stops, saves and resumes.
"""

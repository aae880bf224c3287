"""The pure core: standard library only; no float, clock, file, network or randomness."""

"""The core held against other implementations, by exhaustion and by properties."""

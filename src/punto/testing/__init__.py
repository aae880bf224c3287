"""For those who test against punto, or with it: shipped, and used by punto's own tests."""

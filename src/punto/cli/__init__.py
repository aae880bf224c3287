"""The `punto` command. Each command is a module here that is imported only when it runs."""

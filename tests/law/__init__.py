"""The documents, clause by clause; what they say is typed here by hand."""

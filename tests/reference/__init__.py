"""A second implementation of the four rule documents, written from the documents alone.

It shares nothing with the package under test. It is naive on purpose: tables are typed the way that
the documents print them, searches try everything, and each rule is one function that cites its
clause. Differential tests compare it with the real core.
"""

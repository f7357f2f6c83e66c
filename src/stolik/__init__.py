"""Stolik: word and number tile games as a library, a command line and a table to play at."""

__version__ = "0.1.0"

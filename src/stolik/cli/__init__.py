"""The command line. Every command is a thin layer over the library."""

from stolik.cli.app import main

__all__ = ["main"]

"""The open table: sockets, what they say, and who hears it."""

"""Pages as the server writes them, and the files they load."""

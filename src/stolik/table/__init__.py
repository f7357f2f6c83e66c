"""The authority over running games."""

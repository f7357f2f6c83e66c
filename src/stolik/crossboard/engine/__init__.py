"""What the engine can say of a position on a word board: see docs/engine.md."""

"""Learning over HTTP: reviews, puzzles, lessons, words."""

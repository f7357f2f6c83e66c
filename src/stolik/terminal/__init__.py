"""What games in a terminal are made of; a game brings its own display and commands."""

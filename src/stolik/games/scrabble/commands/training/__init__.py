"""Leave values and chances to win, learnt from games of the engine against itself."""

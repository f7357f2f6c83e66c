"""What is learnt from many games: simulations, matches."""

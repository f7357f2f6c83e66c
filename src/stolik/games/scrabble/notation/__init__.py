"""Games and positions of the word board as other programs write them."""

from stolik.games.scrabble.notation import cgp, gcg
from stolik.notation.exports import Export

position = cgp.format_position
EXPORTS = {"gcg": Export(gcg.format_game, gcg.PLAYERS)}

"""Games and positions of the word board as other programs write them."""

from stolik.games.scrabble.notation import gcg
from stolik.notation.exports import Export

EXPORTS = {"gcg": Export(gcg.format_game, gcg.PLAYERS)}

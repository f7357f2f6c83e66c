"""Pictures of the board game for the documentation."""

from stolik.core.screens import Played, Screen

_JUDGED = {"challenge": "off"}
#: A smaller box: the game is whole, but shorter.
_LETTERS = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
_SMALL = [["?", 2, 0], *([letter, 3 if letter in "AEIKORT" else 1, 1] for letter in _LETTERS)]

TABLES = {
    "board": Played("pl", ("club",), 5, _JUDGED),
    "four": Played("pl", ("club", "beginner", "club"), 3, _JUDGED),
    "over": Played("pl", ("beginner",), 200, _JUDGED | {"tiles": {"kinds": _SMALL}}, reviewed=True),
}
SCREENS = (
    Screen("board", "/t/{board}", lays=True),
    Screen("board-four", "/t/{four}"),
    Screen("board-exchange", "/t/{board}", ("Wymień",)),
    Screen("board-unseen", "/t/{board}", ("Niewidziane",), sizes=("phone",)),
    Screen("board-more", "/t/{board}", ("Więcej",)),
    Screen("board-result", "/t/{over}", sees=".result"),
    Screen("review", "/t/{over}/review", sees="main h1"),
    Screen("rules-board", "/rules/scrabble", sees="h1"),
    Screen("learn-board", "/learn/scrabble"),
)

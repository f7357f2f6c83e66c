"""Pictures of the number tiles for the documentation."""

from stolik.core.screens import Played, Screen

_UNHURRIED = {"turn_seconds": None}

TABLES = {
    "numbers": Played("rummikub", ("club",), 9, _UNHURRIED),
    "six": Played("rummikub-xp", 5 * ("beginner",), 5, _UNHURRIED),
}
SCREENS = (
    Screen("numbers", "/t/{numbers}"),
    Screen("numbers-six", "/t/{six}"),
    Screen("rules-numbers", "/rules/rummikub", sees="h1"),
    Screen("learn-numbers", "/learn/rummikub"),
)

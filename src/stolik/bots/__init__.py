"""Players made of code: they get a view and give an action."""

from stolik.bots.base import Bot, levels, make_bot, thinks_long

__all__ = ["Bot", "levels", "make_bot", "thinks_long"]

"""What the command line has for the word board: positions, the engine, and what it has learnt."""

from stolik.games.scrabble.commands.analysis import Hint, run_endgame, run_sim
from stolik.games.scrabble.commands.bench import bench_engine
from stolik.games.scrabble.commands.moves import list_moves
from stolik.games.scrabble.commands.train import train_app
from stolik.terminal.commands import Desk


def register(desk: Desk) -> None:
    """Add the commands."""
    desk.app.command(list_moves, name="moves")
    desk.app.command(run_sim, name="sim")
    desk.app.command(run_endgame, name="endgame")
    desk.app.command(Hint(desk.unfinished).give, name="hint")
    desk.app.command(train_app())
    desk.bench.command(bench_engine, name="engine")

"""Every game goes through the whole house, and no room knows any of them: those here and those that come."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from stolik.core import registry
from stolik.core.log import Seated, replay
from stolik.core.result import who_won
from stolik.library import lexicons
from stolik.storage.logfile import read_log
from tests.cli.person import Home, Person
from tests.ground.ways import NEW_WAYS, WAYS
from tests.laws import laws
from tests.laws.table import Record, play_random_game

pytestmark = pytest.mark.usefixtures("added")
N_GAMES = 20


def test_every_game_that_is_here_is_taken() -> None:
    assert {registry.find_preset(way).game for way in WAYS} == set(registry.packages())


def random_games(way: str) -> Iterator[Record]:
    preset = registry.find_preset(way)
    game = registry.create(preset.game, None)
    least, most = preset.players
    for n in range(N_GAMES):
        yield play_random_game(game, preset, least + n % (most - least + 1), f"{way}/{n}", daring=n)


@pytest.mark.parametrize("way", NEW_WAYS)
def test_obeys_the_laws(way: str) -> None:
    game = registry.create(registry.find_preset(way).game, None)
    records = list(random_games(way))
    for n, record in enumerate(records):
        laws.every_law(game, record, f"{way}/{n}", look=n)
    laws.every_kind_is_seen(game, records)


@pytest.mark.parametrize("way", NEW_WAYS)
def test_options_have_bounds_and_whatever_fits_them_is_dealt(way: str) -> None:
    preset = registry.find_preset(way)
    laws.every_option_has_bounds(preset.options)
    taken, refused = laws.odd_options_are_refused_or_dealt(registry.create(preset.game, None), preset)
    assert taken
    assert refused


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("way", WAYS)
def test_commands_know_it(way: str, home: Home) -> None:
    told = {each["preset"]: each for each in json.loads(home.run("presets", "--json").stdout)}[way]
    for bot in told["bots"] if way in NEW_WAYS else told["bots"][:1]:
        played = home.run("simulate", way, "--games", "1", "--bots", bot, "--json")
        assert played.returncode == 0, played.stdout
        assert json.loads(played.stdout)["n_games"] == 1
    with Person(home, "play", way, "--seed", "1") as person:
        said = finish(person, whole=way in NEW_WAYS)
        code, last = person.leaves()
    assert code == 0
    assert result(home, way, 0) in told_in(said + last)
    replayed = home.run("replay", str(home.log))
    assert replayed.returncode == 0, replayed.stdout
    assert result(home, way) in told_in(replayed.stdout)


def finish(person: Person, *, whole: bool) -> str:
    """End a game: a long one by leaving it, a short one by the first action that is listed. What is said."""
    said = ""
    while person.playing:
        said += person.said
        if "match" in person.said.splitlines()[-1]:
            person.types("q")
        elif "Really resign?" in person.said:
            person.types("y")
        else:
            person.types("1" if whole else "resign")
    return said


def told_in(screen: str) -> str:
    """What a screen says, without the breaks of its lines."""
    return " ".join(screen.split())


def result(home: Home, way: str, *own: int) -> str:
    """How the game on disk has ended, as `core` says it to whoever holds these seats."""
    preset = registry.find_preset(way)
    game = registry.create(preset.game, lexicons())
    envelopes = read_log(home.log, game)
    names = [each.event.name for each in envelopes if isinstance(each.event, Seated)]
    state = replay(game, envelopes)[-1]
    kind = game.kind(preset.options, len(names))
    return str(who_won(kind, game.outcome(state), names, own))

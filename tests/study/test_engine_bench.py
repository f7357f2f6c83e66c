"""`stolik bench engine` prints every figure; how large they are is for people to judge."""

import json

import pytest

from stolik.cli import main

KEYS = {
    *("selfplay_games_per_s", "best_per_s", "all_per_s", "apply_us", "sim2_per_s", "sim5_per_s"),
    *("endgame_nodes_per_s", "load_ms", "rss_mb", "rss_without_map_mb"),
    *("selfplay_to_plain", "best_to_plain", "sim2_to_plain", "sim5_to_plain", "endgame_to_plain"),
    *("two_threads_cpu_to_wall", "two_threads_to_one"),
}
#: Enough for every figure to be more than nothing.
FEWER = {
    "_GAMES": 2,
    "_SELFPLAY_GAMES": 4,
    "_ROUNDS": 1,
    "_SIMULATED": 2,
    "_ITERATIONS": {2: 2, 5: 1},
    "_NODES": 200,
    "_WINDOWS": 1,
    "_WINDOW_GAMES": 2,
}


@pytest.mark.usefixtures("words")
def test_every_figure_is_printed_with_the_list_it_was_measured_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, fewer in FEWER.items():
        monkeypatch.setattr(f"stolik.games.scrabble.commands.measuring.{name}", fewer)
    assert main(["bench", "engine", "--lexicon", "pt", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) >= KEYS
    assert all(figures[name] > 0 for name in KEYS)
    assert figures["n_words"] == 1_723_713
    assert len(figures["list_hash"]) == 64
    assert main(["bench", "engine", "--lexicon", "nosuch"]) == 2
    assert "nosuch" in capsys.readouterr().err

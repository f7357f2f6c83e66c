"""The check of the browser, run by node: honest games pass it, and it finds what is changed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik.study.dealing import Dealer
from stolik.study.verify import read_log
from stolik.words.store import Lexicons
from tests.dealing import test_verify as changes
from tests.dealing.finished_games import PRESETS, decoded, finished_game

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "src/stolik/web/static/verify.js"
Document = dict[str, Any]


def run_checks(*cases: tuple[Document, list[Document]]) -> Document:
    node = shutil.which("node") or shutil.which("nodejs")
    assert node, "node is needed to run the check of the browser: install nodejs"
    ran = subprocess.run(
        [node, ROOT / "tests/dealing/verify_logs.mjs", CHECK],
        input=json.dumps([{"log": log, "draws": draws} for log, draws in cases]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout))


def draws_of(log: bytes, words: Lexicons) -> list[Document]:
    found = list(Dealer(read_log(log), words).draws())
    return list(msgspec.json.decode(msgspec.json.encode(found)))


def test_hashes_are_those_of_node() -> None:
    assert run_checks()["wrong"] == []


def test_honest_games_of_every_preset_pass(words: Lexicons) -> None:
    logs = [finished_game(preset, words) for preset in PRESETS]
    draws = [draws_of(log, words) for log in logs]
    verdicts = run_checks(*zip(map(decoded, logs), draws, strict=True))["verdicts"]
    assert [one["problem"] for one in verdicts] == [None] * len(PRESETS)
    assert [one["n_draws"] for one in verdicts] == [len(each) for each in draws]


def change_the_offer(_log: Document, draws: list[Document]) -> int:
    offered = draws[1]["offered"]
    other = next(n for n, each in enumerate(offered) if each != offered[0])
    offered[0], offered[other] = offered[other], offered[0]
    return int(draws[1]["seq"])


def hide_from_the_offer(_log: Document, draws: list[Document]) -> int:
    draws[1]["offered"] = draws[1]["offered"][1:]
    return int(draws[1]["seq"])


def change_what_was_drawn(_log: Document, draws: list[Document]) -> int:
    drawn, offered = draws[3]["drawn"], draws[3]["offered"]
    drawn[0] = next(each for each in offered if each != drawn[0])
    return int(draws[3]["seq"])


def point_elsewhere(_log: Document, draws: list[Document]) -> int:
    draws[2]["at"][0] = None
    return int(draws[2]["seq"])


#: Changes of the log alone that anybody can see without the rules, and what they are the changes of.
SEEN_WITHOUT_RULES = [
    changes.swap_a_drawn_tile,
    changes.swap_the_order_of_two_drawn_tiles,
    changes.change_a_salt,
    changes.change_the_seed,
    changes.change_the_seed_and_its_hash,
    changes.tell_a_seed_that_is_none,
    changes.drop_a_draw,
    changes.drop_an_entry,
    changes.drop_the_end_of_an_entry,
    changes.slip_an_event_in,
    changes.add_salt_in_mid_game,
    changes.rename_the_table,
]
DRAWS_CHANGED = [
    change_the_offer,
    hide_from_the_offer,
    change_what_was_drawn,
    point_elsewhere,
]


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_changes_of_the_log_are_found(preset: str, words: Lexicons) -> None:
    honest = finished_game(preset, words)
    draws = draws_of(honest, words)
    cases = []
    for change in SEEN_WITHOUT_RULES:
        log = decoded(honest)
        change(log)
        cases.append((log, draws))
    verdicts = run_checks(*cases)["verdicts"]
    found = {change.__name__: one["ok"] for change, one in zip(SEEN_WITHOUT_RULES, verdicts, strict=True)}
    assert not any(found.values()), found
    assert not [one for one in verdicts if "cannot be read:" in one["problem"]]


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
@pytest.mark.parametrize("change", DRAWS_CHANGED)
def test_changes_of_the_draws_are_found(
    change: Callable[[Document, list[Document]], int], preset: str, words: Lexicons
) -> None:
    honest = finished_game(preset, words)
    log, draws = decoded(honest), draws_of(honest, words)
    seq = change(log, draws)
    verdict = run_checks((log, draws))["verdicts"][0]
    assert not verdict["ok"]
    assert verdict["seq"] == seq, verdict["problem"]


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_draw_that_is_left_out_is_missed(preset: str, words: Lexicons) -> None:
    honest = finished_game(preset, words)
    draws = draws_of(honest, words)
    last_of_setup = sum(each["seq"] == draws[0]["seq"] for each in draws) - 1
    del draws[last_of_setup]
    verdict = run_checks((decoded(honest), draws))["verdicts"][0]
    assert not verdict["ok"]
    assert verdict["seq"] >= draws[0]["seq"]


def test_something_that_is_no_log_is_refused() -> None:
    verdicts = run_checks(({}, []), ({"entries": [{}]}, []))["verdicts"]
    assert [one["ok"] for one in verdicts] == [False, False]

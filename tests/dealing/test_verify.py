"""Dealing a finished game again: honest games pass, and whatever is changed in a log is found where it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik.cli.app import main
from stolik.core.log import LogError
from stolik.study.verify import DealingVerdict, read_log, verify
from stolik.words.store import Lexicons
from tests.dealing.finished_games import PRESETS, challenged_game, decoded, finished_game

Document = dict[str, Any]


def verdict_on(log: Document, words: Lexicons) -> DealingVerdict:
    return verify(read_log(msgspec.json.encode(log)), words)


def events(log: Document) -> list[Document]:
    return [envelope for entry in log["entries"] for envelope in entry["events"]]


def of_type(log: Document, *names: str) -> list[Document]:
    return [envelope for envelope in events(log) if envelope["event"]["type"] in names]


def number_again(log: Document) -> None:
    """As somebody would who wants to hide that events are gone."""
    seq = 0
    for entry in log["entries"]:
        entry["seq"] = seq
        for envelope in entry["events"]:
            envelope["seq"] = seq
            seq += 1


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_game_was_dealt_as_promised(preset: str, words: Lexicons) -> None:
    log = decoded(finished_game(preset, words))
    names = {envelope["event"]["type"] for envelope in events(log)}
    assert {"Salted", "TakenBack", "Revealed"} <= names
    verdict = verdict_on(log, words)
    assert verdict.problem is None
    assert verdict.words_checked
    assert verdict.n_drawn > verdict.n_draws > 3


# --- each of these changes a log and says which event differs ---------------------------------------------


def swap_a_drawn_tile(log: Document) -> int:
    draw = of_type(log, "TilesDrawn", "Dealt")[-1]
    tiles = draw["event"]["rack"][0]
    other = next(
        tile
        for envelope in of_type(log, "TilesDrawn", "Dealt")
        for tile in envelope["event"]["rack"][0]
        if tile != tiles[0]
    )
    tiles[0] = other
    return int(draw["seq"])


def swap_the_order_of_two_drawn_tiles(log: Document) -> int:
    draw = next(
        one
        for one in of_type(log, "TilesDrawn", "Dealt")
        if one["event"]["rack"][0][0] != one["event"]["rack"][0][1]
    )
    tiles = draw["event"]["rack"][0]
    tiles[0], tiles[1] = tiles[1], tiles[0]
    return int(draw["seq"])


def change_a_salt(log: Document) -> int:
    of_type(log, "Salted")[0]["event"]["salt"] += "!"
    return int(of_type(log, "StarterDrawn", "TilesDrawn", "Dealt")[0]["seq"])


def change_the_seed(log: Document) -> int:
    told = of_type(log, "Revealed")[0]["event"]
    told["secret"] = ("1" if told["secret"][0] == "0" else "0") + told["secret"][1:]
    return 0


def change_the_seed_and_its_hash(log: Document) -> int:
    change_the_seed(log)
    seed = bytes.fromhex(of_type(log, "Revealed")[0]["event"]["secret"])
    of_type(log, "Opened")[0]["event"]["commitment"] = hashlib.sha256(seed).hexdigest()
    return int(of_type(log, "Started")[0]["seq"])


def tell_a_seed_that_is_none(log: Document) -> int:
    told = of_type(log, "Revealed")[0]
    told["event"]["secret"] = "not a seed"
    return int(told["seq"])


def drop_a_draw(log: Document) -> int:
    entry = next(one for one in reversed(log["entries"]) if {"TilesDrawn", "Drawn"} & _types(one))
    place = next(
        n for n, one in enumerate(entry["events"]) if one["event"]["type"] in ("TilesDrawn", "Drawn")
    )
    seq = int(entry["events"].pop(place)["seq"])
    if entry["events"]:
        number_again(log)
    return seq


def drop_an_entry(log: Document) -> int:
    entry = log["entries"].pop(len(log["entries"]) // 2)
    return int(entry["seq"])


def drop_the_end_of_an_entry(log: Document) -> int:
    entry = next(one for one in log["entries"] if "Started" in _types(one))
    return int(entry["events"].pop()["seq"])


def slip_an_event_in(log: Document) -> int:
    entry = next(one for one in reversed(log["entries"]) if one["action"] is not None)
    extra = json.loads(json.dumps(of_type(log, "TilesDrawn", "Dealt")[0]))
    entry["events"].insert(1, extra)
    number_again(log)
    return int(extra["seq"])


def change_who_acted(log: Document) -> int:
    entry = next(one for one in log["entries"] if one["action"] is not None)
    entry["seat"] = (entry["seat"] + 1) % log["settings"]["n_seats"]
    return int(entry["seq"])


def change_an_action(log: Document) -> int:
    entry = [one for one in log["entries"] if one["action"] is not None][4]
    entry["action"] = {"type": "Resign"}
    return int(entry["seq"])


def remove_an_action(log: Document) -> int:
    entry = [one for one in log["entries"] if one["action"] is not None][4]
    entry["action"] = None
    return int(entry["seq"])


def add_salt_in_mid_game(log: Document) -> int:
    entry = [one for one in log["entries"] if one["action"] is not None][3]
    salt = {"seq": 0, "event": {"type": "Salted", "seat": 0, "salt": "chosen"}}
    fresh = {"seq": 0, "at_ms": entry["at_ms"], "seat": None, "action": None, "events": [salt]}
    log["entries"].insert(log["entries"].index(entry), fresh)
    number_again(log)
    return int(fresh["seq"])


def go_back_elsewhere(log: Document) -> int:
    back = of_type(log, "TakenBack")[0]
    back["event"]["to_seq"] = 10**6
    return int(next(one["seq"] for one in log["entries"] if back in one["events"]))


def change_an_option(log: Document) -> int:
    log["settings"]["options"]["rack_size"] -= 1
    return int(of_type(log, "Started")[0]["seq"])


def rename_the_table(log: Document) -> int:
    log["table"] += "x"
    return 0


def name_another_preset(log: Document) -> int:
    log["preset"] = "br"
    return 0


def set_up_by_another_preset(log: Document) -> int:
    log["settings"]["preset"] = "br"
    return 0


def tell_the_seed_early(log: Document) -> int:
    entry = [one for one in log["entries"] if one["action"] is not None][2]
    entry["events"].append(json.loads(json.dumps(of_type(log, "Revealed")[0])))
    number_again(log)
    return int(entry["seq"])


def _types(entry: Document) -> set[str]:
    return {envelope["event"]["type"] for envelope in entry["events"]}


CHANGES = [
    swap_a_drawn_tile,
    swap_the_order_of_two_drawn_tiles,
    change_a_salt,
    change_the_seed,
    change_the_seed_and_its_hash,
    tell_a_seed_that_is_none,
    drop_a_draw,
    drop_an_entry,
    drop_the_end_of_an_entry,
    slip_an_event_in,
    change_who_acted,
    change_an_action,
    remove_an_action,
    add_salt_in_mid_game,
    go_back_elsewhere,
    change_an_option,
    rename_the_table,
    name_another_preset,
    set_up_by_another_preset,
    tell_the_seed_early,
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_change_of_a_log_is_found_where_it_is(
    change: Callable[[Document], int], preset: str, words: Lexicons
) -> None:
    log = decoded(finished_game(preset, words))
    seq = change(log)
    verdict = verdict_on(log, words)
    assert verdict.problem is not None
    assert verdict.seq == seq, str(verdict.problem)
    assert str(seq) in str(verdict.problem)


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_every_drawn_tile_counts(preset: str, words: Lexicons) -> None:
    original = finished_game(preset, words)
    draws = [one["seq"] for one in of_type(decoded(original), "TilesDrawn", "Dealt", "Drawn", "StarterDrawn")]
    for seq in draws[:: max(1, len(draws) // 12)]:
        log = decoded(original)
        _blank_the_first_tile(next(one for one in events(log) if one["seq"] == seq)["event"])
        assert verdict_on(log, words).seq == seq


def _blank_the_first_tile(event: Document) -> None:
    """Another tile than the one that was drawn."""
    tile = event["drawn"][0][1] if event["type"] == "StarterDrawn" else event["rack"][0][0]
    tile[:] = ["A", "A"] if tile != ["A", "A"] else ["B", "B"]


# --- word lists ---------------------------------------------------------------------------------------------


def test_draws_are_checked_without_the_word_list(words: Lexicons, tmp_path: Path) -> None:
    log = decoded(finished_game("en", words))
    without = Lexicons(tmp_path)
    assert "en" not in without.names()
    verdict = verdict_on(log, without)
    assert verdict.problem is None
    assert not verdict.words_checked
    seq = swap_a_drawn_tile(log)
    assert verdict_on(log, without).seq == seq


def test_verdict_of_a_list_that_is_missing_is_believed(words: Lexicons, tmp_path: Path) -> None:
    log = decoded(challenged_game(words))
    assert of_type(log, "ChallengeUpheld")
    assert verdict_on(log, words) == verdict_on(log, Lexicons(tmp_path))._replace(words_checked=True)


# --- the command --------------------------------------------------------------------------------------------


def saved(tmp_path: Path, log: Document) -> str:
    file = tmp_path / "log.json"
    file.write_bytes(msgspec.json.encode(log))
    return str(file)


def test_command_says_yes(words: Lexicons, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", saved(tmp_path, decoded(finished_game("pl", words)))]) == 0
    assert "Yes: this game was dealt as promised." in capsys.readouterr().out


def test_command_says_where_a_log_differs(
    words: Lexicons, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = decoded(finished_game("pl", words))
    seq = swap_a_drawn_tile(log)
    assert main(["verify", saved(tmp_path, log)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("No:")
    assert f"Event {seq} differs" in told


def test_command_says_that_a_game_is_not_over(
    words: Lexicons, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = decoded(finished_game("pl", words))
    del log["entries"][10:]
    assert main(["verify", saved(tmp_path, log)]) == 2
    assert "The game is not over yet" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"{}", b"[1", b"\xff\xfe", b'{"stolik":1,"game":"scrabble"}'])
def test_what_is_no_log_is_refused(content: bytes) -> None:
    with pytest.raises(LogError, match="not the log of a table"):
        read_log(content)


def test_log_of_an_unknown_game_is_refused(words: Lexicons) -> None:
    log = decoded(finished_game("pl", words)) | {"game": "chess"}
    with pytest.raises(LogError, match="chess"):
        verdict_on(log, words)


@pytest.mark.parametrize("address", ["http://localhost:1/t/abc", "https://localhost:1/api/tables/abc/log"])
def test_server_that_does_not_answer_is_a_sentence(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", address]) == 2
    assert "cannot be reached" in capsys.readouterr().err


def test_address_of_something_else_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "http://localhost:1/about"]) == 2
    assert "is no address of a table" in capsys.readouterr().err

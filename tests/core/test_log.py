"""Logs: envelopes of game and table events, folded by one replay."""

import pytest

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.codec import CodecError
from stolik.core.log import (
    Aborted,
    ClockSet,
    Envelope,
    LogCodec,
    LogError,
    Salted,
    Seated,
    States,
    TakenBack,
    replay,
    standing,
)
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Pass
from stolik.games.scrabble.events import Ended, PlayScored, TurnLost
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons


@pytest.fixture
def table(words: Lexicons) -> LocalTable:
    """A game of two passes with all kinds of table events in it."""
    made = LocalTable(Scrabble(words), SeededChance)
    made.note(Seated(0, "Ala"))
    made.note(Seated(1, "bot", "club"))
    made.start(registry.find_preset("pl").options, 2)
    made.note(ClockSet(0, 1_200_000, running=True))
    made.note(Salted(0, "salt"))
    made.submit(made.state.table.turn, Pass())
    made.submit(made.state.table.turn, Pass())
    return made


def test_replay_folds_game_events_and_leaves_table_events_alone(table: LocalTable) -> None:
    states = replay(table.game, table.envelopes)
    assert states[0] is None
    assert states[-1] == table.state


def test_taking_back_goes_on_from_the_earlier_state(table: LocalTable) -> None:
    before = replay(table.game, table.envelopes)[-2]
    table.take_back(table.seq - 2)
    assert table.state == before
    assert len(table.state.table.scoreless) == 1
    assert replay(table.game, table.envelopes)[-1] == table.state


def test_draws_after_taking_back_are_made_afresh(table: LocalTable) -> None:
    dealt = table.state
    # Back to before the second rack was dealt is not possible for a table, but a log may say so.
    seat = dealt.table.turn
    tiles = dealt.racks[seat].tiles
    from stolik.games.scrabble.actions import Exchange

    table.submit(seat, Exchange(tiles))
    first = table.state.racks[seat]
    table.take_back(table.seq - 2)
    table.submit(seat, Exchange(tiles))
    assert table.state.racks[seat] != first


def test_what_was_taken_back_does_not_stand(table: LocalTable) -> None:
    last = table.envelopes[-1]
    table.take_back(table.seq - 2)
    assert last not in standing(table.envelopes)
    assert len(standing(table.envelopes)) == table.seq - 2


def test_going_back_into_what_was_taken_back_stands_again(table: LocalTable) -> None:
    last = table.seq - 1
    table.take_back(last - 1)
    table.submit(table.turn, Pass())
    table.take_back(last)
    states = replay(table.game, table.envelopes)
    assert states[-1] == states[last]
    assert [envelope.seq for envelope in standing(table.envelopes)] == list(range(last + 1))


def test_event_that_does_not_fit_is_named(table: LocalTable) -> None:
    for event in (TurnLost(0), PlayScored(9, 1), Ended("out", (), ())):
        with pytest.raises(LogError, match=f"Event {table.seq} does not fit"):
            replay(table.game, [*table.envelopes, Envelope(table.seq, event)])
    with pytest.raises(LogError, match="Event 0 does not fit"):
        replay(table.game, [Envelope(0, TurnLost(0))])


@pytest.mark.parametrize("to_seq", [-1, 0, 99])
def test_nobody_can_go_back_to_what_is_not_before(to_seq: int, table: LocalTable) -> None:
    seq = table.seq
    with pytest.raises(LogError):
        table.take_back(to_seq)
    assert table.seq == seq


def test_gap_in_the_numbers_is_an_error(table: LocalTable) -> None:
    with pytest.raises(LogError, match="numbered"):
        replay(table.game, table.envelopes[1:])


def test_every_envelope_comes_back_from_its_text(table: LocalTable) -> None:
    codec = LogCodec(table.game)
    table.take_back(table.seq - 2)
    table.note(Aborted("power cut"))
    assert codec.decode(codec.encode(table.envelopes)) == table.envelopes
    assert isinstance(table.envelopes[-2].event, TakenBack)


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"[{}]", b"\xff", b'[{"seq":0,"event":{"type":"Nonsense"}}]', b'[{"seq":"x","event":{}}]'],
)
def test_nonsense_is_refused_with_a_codec_error(line: bytes, words: Lexicons) -> None:
    with pytest.raises(CodecError):
        LogCodec(Scrabble(words)).decode(line)


def test_table_resumes_where_its_log_ends(table: LocalTable) -> None:
    again = LocalTable.resume(table.game, SeededChance, table.envelopes)
    assert again.state == table.state
    again.submit(again.state.table.turn, Pass())
    table.submit(table.state.table.turn, Pass())
    assert again.envelopes == table.envelopes
    assert isinstance(again.envelopes[-1], Envelope)


def test_fold_that_keeps_what_is_wanted_leads_to_the_same_states() -> None:
    events = [Seated(0, "Anna"), TakenBack(0), Seated(0, "Bruno"), TakenBack(2), TakenBack(1)]
    envelopes = [Envelope(seq, event) for seq, event in enumerate(events)]
    all_states, wanted = list[int](), States[int](envelopes)
    for envelope in envelopes:
        state = (
            all_states[envelope.event.to_seq] if isinstance(envelope.event, TakenBack) else 10 + envelope.seq
        )
        all_states.append(state)
        wanted.append(state)
        assert (len(wanted), wanted[-1]) == (len(all_states), all_states[-1])
    assert [wanted[seq] for seq in (0, 1, 2)] == all_states[:3]
    assert standing(envelopes) == envelopes[:1]

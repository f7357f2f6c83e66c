"""The laws every game obeys; each raises `AssertionError` when a game breaks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any, get_args

from msgspec import inspect

from stolik.core.about import Preset
from stolik.core.actions import Resign, TimedOut
from stolik.core.chance import ChanceUsed, NoChance, SeededChance
from stolik.core.game import AnyGame, Census, IllegalAction, play_out
from stolik.core.log import Envelope, LogCodec, replay
from stolik.core.message import Complaint
from stolik.core.moves import Lines
from stolik.table.settings import changed_options

from .odd_settings import odd_options, unbounded
from .table import Record, Step
from .variations import needed


def tiles_are_conserved(game: AnyGame, record: Record) -> None:
    """No tile appears, vanishes or changes its origin, and tiles move only as the events say."""
    state = None
    total: Counter[str] | None = None
    for event in record.events:
        before: Census = {} if state is None else game.census(state)
        state = game.evolve(state, event)
        after = game.census(state)
        if total is None:
            total = sum(after.values(), Counter())
            continue
        assert sum(after.values(), Counter()) == total, f"tiles changed at {event}"
        for place in {*before, *after}:
            change = Counter(after.get(place, Counter()))
            change.subtract(before.get(place, Counter()))
            told = game.flow(event).get(place, Counter())
            difference = {letter for letter in {*change, *told} if change[letter] != told[letter]}
            assert not difference, f"{place} does not change as {event} says: {difference}"


def replay_equals_play(game: AnyGame, record: Record) -> None:
    """Folding the events again, through their text, gives the same states without any chance."""
    codec: LogCodec[Any] = LogCodec(game)
    lines = [codec.encode([Envelope(seq, event)]) for seq, event in enumerate(record.events)]
    states = replay(game, [envelope for line in lines for envelope in codec.decode(line)])
    seq = len(record.setup) - 1
    for step in record.steps:
        assert states[seq] == step.before
        seq += len(step.events)
        assert states[seq] == step.after
    assert play_out(game, None, tuple(record.events)) == record.last


def foreign_actions(record: Record, number: int) -> list[Any]:
    """Actions that belong elsewhere: from another turn of the same game, and those for the table alone."""
    elsewhere = record.steps[(7 * number + 1) % len(record.steps)].action
    return [elsewhere, (TimedOut(), Resign())[number % 2]]


def refusal_changes_nothing(game: AnyGame, step: Step, seats: int, foreign: list[Any]) -> int:
    """Whoever submits whatever: it is taken, or refused by a clause with a sentence, without a draw and
    without a trace. Tells how many were refused."""
    image = game.codec.encode([game.view(step.before, seat) for seat in (*range(seats), None)])
    accepted = game.decide(step.before, step.seat, step.action, SeededChance("refusal"))
    refused = 0
    for seat in range(-1, seats + 1):
        for action in (step.action, *foreign):
            refused += _is_refused(game, step.before, seat, action)
    assert game.codec.encode([game.view(step.before, seat) for seat in (*range(seats), None)]) == image
    again = game.decide(step.before, step.seat, step.action, SeededChance("refusal"))
    assert again == accepted, "a refusal left a trace"
    return refused


def _is_refused(game: AnyGame, state: Any, seat: int, action: Any) -> bool:
    try:
        game.decide(state, seat, action, NoChance())
    except IllegalAction as refusal:
        assert refusal.clause
        assert str(refusal)
        return True
    except ChanceUsed:
        # It draws, so it must be taken: a refusal draws nothing.
        game.decide(state, seat, action, SeededChance("taken"))
    return False


def listed_actions_are_accepted(game: AnyGame, step: Step, seed: str) -> None:
    """Everything `actions` lists is taken by `decide`, and no preview speaks against it.

    Whoever is to act may resign, and that is listed after all that plays on.
    """
    view = game.view(step.before, step.seat)
    # A rack with blanks has tens of thousands of plays: of those the first will do.
    listed = list(islice(game.actions(view), 2000))
    assert listed, "a seat that is to act has no action"
    chance = SeededChance(seed)
    for action in (listed[0], *(listed[chance.below(len(listed))] for _ in range(4)), listed[-1]):
        _is_accepted(game, step.before, step.seat, view, action)
    assert len({game.codec.encode(action) for action in listed}) == len(listed), "an action is listed twice"
    _is_accepted(game, step.before, step.seat, view, Resign())
    assert not any(isinstance(action, Resign) for action in listed[:-1]), "resigning is not listed last"


def every_listed_action_is_accepted(game: AnyGame, step: Step, seats: int) -> int:
    """The same of all that is listed, for every seat. Tells how many actions there were."""
    n_listed = 0
    for seat in range(seats):
        view = game.view(step.before, seat)
        seen: set[bytes] = set()
        for n, action in enumerate(game.actions(view), 1):
            _is_accepted(game, step.before, seat, view, action)
            seen.add(game.codec.encode(action))
            assert len(seen) == n, f"{action} is listed twice"
        assert seen or seat not in game.to_act(step.before), "a seat that is to act has no action"
        n_listed += len(seen)
    return n_listed


def _is_accepted(game: AnyGame, state: Any, seat: int, view: Any, action: Any) -> None:
    try:
        events = game.decide(state, seat, action, SeededChance("listed"))
    except IllegalAction as refusal:
        raise AssertionError(f"{action} is listed and refused: {refusal}") from refusal
    assert events, f"{action} is taken and nothing happens"
    assert game.preview(view, action).problem is None, f"a preview speaks against {action}"


def waits_for_seats_in_the_game(game: AnyGame, step: Step, seats: int) -> None:
    """Somebody is waited for until there is an outcome, and nobody after."""
    for state in (step.before, step.after):
        waiting = game.to_act(state)
        assert waiting <= set(range(seats))
        assert bool(waiting) == (game.outcome(state) is None)


def twins_look_alike(game: AnyGame, step: Step, seats: int, seed: str) -> None:
    """A viewer cannot tell the true state from one in which the tiles it cannot see are dealt anew."""
    encode = game.codec.encode
    true_events = game.decide(step.before, step.seat, step.action, SeededChance(seed))
    # At the end hidden tiles are shown and counted: the closing event differs, as it should.
    last = -1 if game.outcome(step.after) is not None else None
    held = needed(game.name, step.before, step.seat, step.action)
    for viewer in (*range(seats), None):
        true_view = game.view(step.before, viewer)
        twin = game.sample_world(true_view, SeededChance(seed))
        assert encode(game.view(twin, viewer)) == encode(true_view), f"the view of {viewer} leaks"
        assert game.to_act(twin) == game.to_act(step.before), "to_act tells something hidden"
        if viewer == step.seat:
            continue
        holder = game.sample_world(true_view, SeededChance(seed), {step.seat: held})
        events = game.decide(holder, step.seat, step.action, SeededChance(seed))
        same = _told(game, true_events, viewer)[:last] == _told(game, events, viewer)[:last]
        assert same, f"the events for {viewer} leak"


def _told(game: AnyGame, events: tuple[Any, ...], viewer: int | None) -> list[bytes]:
    """What a viewer is told; its own new tiles come from another bag, so of those only what all may see."""
    told = []
    for event in events:
        draws = viewer is not None and any(n > 0 for n in game.flow(event).get(f"rack {viewer}", {}).values())
        told.append(game.codec.encode(game.redact(event, None if draws else viewer)))
    return told


def twins_are_told_alike(game: AnyGame, step: Step, seats: int, seed: str, foreign: list[Any]) -> None:
    """What a seat is told of an action, by preview or refusal, tells nothing it may not know."""
    for seat in range(seats):
        view = game.view(step.before, seat)
        twin = game.sample_world(view, SeededChance(seed))
        twin_view = game.view(twin, seat)
        for action in (step.action, *foreign):
            told = [_answer(game, state, seat, action) for state in (step.before, twin)]
            assert told[0] == told[1], f"a refusal tells seat {seat} something hidden"
            previews = [game.preview(each, action) for each in (view, twin_view)]
            assert previews[0] == previews[1], f"a preview tells seat {seat} something hidden"


def _answer(game: AnyGame, state: Any, seat: int, action: Any) -> str:
    try:
        game.decide(state, seat, action, SeededChance("told"))
    except IllegalAction as refusal:
        return str(refusal)
    return "taken"


def a_viewer_can_follow_by_its_events(game: AnyGame, record: Record) -> None:
    """Folding the events a viewer was sent gives the very view it is shown: views hold nothing more."""
    for viewer in (*range(record.seats), None):
        sent = None
        true = None
        for event in record.events:
            true = game.evolve(true, event)
            sent = game.evolve(sent, game.redact(event, viewer))
            assert game.codec.encode(game.view(sent, viewer)) == game.codec.encode(game.view(true, viewer))


def text_round_trips(game: AnyGame, record: Record) -> None:
    """Options, actions, events and views come back from their JSON as they were."""
    codec = game.codec
    assert codec.decode_options(codec.encode(record.options)) == record.options
    for event in record.events:
        assert codec.decode_event(codec.encode(event)) == event
    for step in record.steps:
        assert codec.decode_action(codec.encode(step.action)) == step.action
        view = game.view(step.before, step.seat)
        assert codec.decode_view(codec.encode(view)) == view


def points_add_up(game: AnyGame, record: Record) -> None:
    """The final scores are the sums of what the events gave and took."""
    outcome = game.outcome(record.last)
    assert outcome is not None
    sums = [0] * record.seats
    for event in record.events:
        for seat, points in game.points(event).items():
            sums[seat] += points
    assert tuple(sums) == outcome.scores
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(record.seats))


def evolve_draws_nothing(game: AnyGame, record: Record) -> None:
    """The same event on the same state gives the same state, again and again."""
    for step in record.steps:
        assert play_out(game, step.before, step.events) == play_out(game, step.before, step.events)
    # A game may not get at chance through `decide` when it only refuses.
    outcome_state = record.last
    for seat in range(record.seats):
        try:
            game.decide(outcome_state, seat, record.steps[-1].action, NoChance())
        except IllegalAction:
            continue
        raise AssertionError("an action was taken after the end")


def every_law(game: AnyGame, record: Record, seed: str, look: int = 0) -> None:
    """All of them over a whole game. Lists of thousands of actions take most of the time: a third of the
    turns is looked at, beginning with the one of the number `look`."""
    tiles_are_conserved(game, record)
    replay_equals_play(game, record)
    text_round_trips(game, record)
    points_add_up(game, record)
    evolve_draws_nothing(game, record)
    a_viewer_can_follow_by_its_events(game, record)
    the_move_list_tells_what_all_may_see(game, record)
    refusals = 0
    for number, step in enumerate(record.steps):
        foreign = foreign_actions(record, number)
        refusals += refusal_changes_nothing(game, step, record.seats, foreign)
        if number % 3 == look % 3:
            listed_actions_are_accepted(game, step, f"{seed}/{number}")
        waits_for_seats_in_the_game(game, step, record.seats)
        twins_look_alike(game, step, record.seats, f"{seed}/{number}")
        twins_are_told_alike(game, step, record.seats, f"{seed}/{number}", foreign)
    assert refusals, "nothing was ever refused: the law was not tried"


def every_kind_is_seen(game: AnyGame, records: Iterable[Record]) -> None:
    """Some game has each kind of action and event that the game knows."""
    actions, events = (
        {kind.__name__ for kind in get_args(union)}
        for union in (game.codec.action_type, game.codec.event_type)
    )
    for record in records:
        events -= {type(event).__name__ for event in record.events}
        actions -= {type(step.action).__name__ for step in record.steps}
        if not events | actions:
            return
    assert not events | actions, "never seen"


def every_option_has_bounds(options: Any) -> None:
    """No number, text or list of the options may be of any size."""
    assert list(unbounded(inspect.type_info(type(options)), type(options).__name__)) == []


def odd_options_are_refused_or_dealt(game: AnyGame, preset: Preset) -> tuple[int, int]:
    """Whatever is chosen is refused with a sentence, or dealt and read again. Tells how many were which."""
    taken, refused, codec = 0, 0, game.codec
    for changes in odd_options(preset.options):
        try:
            options = changed_options(preset.options, changes)
            events = game.setup(options, preset.players[0], SeededChance("odd"))
        except Complaint as complaint:
            assert len(str(complaint)) < 1000, f"{str(changes)[:200]}: a sentence that nobody reads"
            refused += 1
            continue
        taken += 1
        assert codec.decode_options(codec.encode(options)) == options
        assert tuple(codec.decode_event(codec.encode(event)) for event in events) == events
        view = game.view(play_out(game, None, events), 0)
        assert codec.decode_view(codec.encode(view)) == view
    return taken, refused


def the_move_list_tells_what_all_may_see(game: AnyGame, record: Record) -> None:
    """Folded from what spectators are told it is the same; its lines stand in order and none goes away."""
    lines: Lines = ()
    seen: Lines = ()
    true, sent = None, None
    for seq, event in enumerate(record.events):
        told = game.redact(event, None)
        true, sent = game.evolve(true, event), game.evolve(sent, told)
        before, lines = lines, game.listed(lines, seq, told, true)
        seen = game.listed(seen, seq, told, sent)
        assert seen == lines, f"a line tells something hidden after {event}"
        assert [line.seq for line in lines] == sorted(line.seq for line in lines)
        assert len(lines) >= len(before), "a line is gone"
    assert lines or not record.steps, "nothing is listed"

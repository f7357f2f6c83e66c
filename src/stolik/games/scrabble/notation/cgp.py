"""Positions as one line of text (CGP): `rows racks scores zeros operations`.

Rows are separated by `/`; a number stands for empty squares, a lower-case letter for a blank. The first rack
and score belong to the seat to move. An empty rack is one that nobody has seen. Operations such as `lex pl;`
or `cr single;` say by which rules the game is played; those this program does not know are kept out of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

import msgspec

from stolik.core.message import Complaint
from stolik.core.tiles import BLANK, Rack, Tile, blank_as, letter_tile, origins
from stolik.crossboard.board import Board, Laid, Square
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import QuietTurn, State, Table
from stolik.texts import N_

_CHALLENGE = {"off": "void", "free": "single", "double": "double", "plus5": "5pt", "plus10": "10pt"}
_CHALLENGE_BACK = {cgp: rule for rule, cgp in _CHALLENGE.items()}
_NUMBERS = {"etl": "exchange_minimum", "mcnz": "scoreless_limit", "bb": "bonus_points"}
_LARGEST_RACK = 15
_ROW_PART = re.compile(r"(\d+)|\[([^\]]*)\]|(.)", re.DOTALL)
_NO_COUNT = N_("The count of turns without a play must be a whole number, not “{found}”.")
_NO_NUMBER = N_("“{name}” must be a whole number, not “{found}”.")


class PositionError(Complaint):
    """A position text that cannot be read, or that no game can reach."""


def parse_position(text: str, options: Options, lexicon_hash: str = "") -> State:
    """The position of a text; what it does not say is as in `options`."""
    fields = unicodedata.normalize("NFC", text).split(maxsplit=4)
    if len(fields) < 2:
        raise PositionError("A position needs rows and racks: “15/15/… RACK/RACK 0/0 0”.")
    fields += ["", "0", ""][len(fields) - 2 :]
    rows, racks_text, scores_text, zeros_text, operations = fields
    options = _with_operations(options, operations)
    laid = tuple(_read_rows(rows, options))
    known = [_read_rack(rack, options) for rack in racks_text.split("/")]
    seats = max(len(known), 2)
    if seats > options.max_players:
        raise PositionError(
            "The position has {n} racks; this game is for {most} players at most.",
            n=seats,
            most=options.max_players,
        )
    known += [()] * (seats - len(known))
    _check_reachable(options, laid, known)
    racks = tuple(_fill_unknown(options, laid, known))
    table = Table(
        options=options,
        seats=seats,
        lexicon_hash=lexicon_hash,
        laid=tuple(sorted(laid)),
        scores=_read_scores(scores_text, seats),
        rack_sizes=tuple(map(len, racks)),
        shown=((),) * seats,
        scoreless=(QuietTurn(0, "?"),) * _read_number(zeros_text, _NO_COUNT),
    )
    return State(table, racks)


def format_position(state: State) -> str:
    """The text of a state, everything known included; the inverse of `parse_position`.

    A play that waits for an answer is written as one that stands; seats that have left are left out.
    """
    table = state.table
    pending = table.pending
    turn = table.next_turn(pending.seat) if pending else table.turn
    order = sorted(table.active(), key=lambda seat: (seat - turn) % table.seats)
    racks = "/".join("".join(_sign(tile) for tile in state.racks[seat].tiles) for seat in order)
    waiting = {pending.seat: pending.points} if pending else {}
    scores = "/".join(str(table.scores[seat] + waiting.get(seat, 0)) for seat in order)
    n_scoreless = 0 if pending else len(table.scoreless)
    operations = " ".join(f"{name} {value};" for name, value in _operations(table.options))
    rows = _format_rows(table.board, table.options)
    return f"{rows} {racks} {scores} {n_scoreless} {operations}"


def _sign(tile: Tile) -> str:
    return tile.face.lower() if tile.origin == BLANK and tile.face != BLANK else tile.face


def _format_rows(board: Board, options: Options) -> str:
    rows = []
    for row in range(options.layout.n_rows):
        signs = [board.get(Square(row, col)) for col in range(options.layout.n_cols)]
        text, empty = "", 0
        for tile in (*signs, None):
            if tile is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + _sign(tile)
            empty = 0
        # The extra None closed the row: it is not an empty square.
        rows.append(text + (str(empty - 1) if empty > 1 else ""))
    return "/".join(rows)


def _operations(options: Options) -> Iterator[tuple[str, str]]:
    yield "lex", options.lexicon
    if options.challenge in _CHALLENGE:
        yield "cr", _CHALLENGE[options.challenge]
    for name, field in _NUMBERS.items():
        value = getattr(options, field)
        if value is not None:
            yield name, str(value)


def _with_operations(options: Options, text: str) -> Options:
    changes: dict[str, str | int] = {}
    for operation in filter(None, (part.strip() for part in text.split(";"))):
        name, _, value = operation.partition(" ")
        if name == "lex":
            changes["lexicon"] = value
        elif name == "cr":
            if value not in _CHALLENGE_BACK:
                raise PositionError(
                    "“cr {value}” is no challenge rule; use one of: {known}.",
                    value=value,
                    known=", ".join(_CHALLENGE_BACK),
                )
            changes["challenge"] = _CHALLENGE_BACK[value]
        elif name in _NUMBERS:
            changes[_NUMBERS[name]] = _read_number(value, _NO_NUMBER, name=name)
    try:
        return msgspec.convert({**msgspec.to_builtins(options), **changes}, Options)
    except msgspec.ValidationError as error:
        raise PositionError("The operations do not fit together: {why}.", why=str(error)) from error


def _read_rows(text: str, options: Options) -> Iterator[Laid]:
    rows = text.split("/")
    layout = options.layout
    if len(rows) != layout.n_rows:
        raise PositionError("This board has {n} rows; the text has {m}.", n=layout.n_rows, m=len(rows))
    for row, signs in enumerate(rows):
        col = 0
        for number, bracketed, letter in _ROW_PART.findall(signs):
            if number:
                col += min(int(number[:4]), 1000)
                continue
            if col < layout.n_cols:
                yield Laid(row, col, _read_tile(bracketed or letter, options))
            col += 1
        if col != layout.n_cols:
            raise PositionError(
                "Row {row} has {m} squares; this board has {n}.", row=row + 1, m=col, n=layout.n_cols
            )


def _read_tile(sign: str, options: Options) -> Tile:
    letter = sign.upper()
    if letter not in options.tiles.letters():
        raise PositionError("No tile of this set shows “{sign}”.", sign=sign)
    return letter_tile(letter) if sign == letter else blank_as(letter)


def _read_rack(text: str, options: Options) -> tuple[Tile, ...]:
    letters = [*options.tiles.letters(), BLANK]
    for sign in text:
        if sign.upper() not in letters:
            raise PositionError("No tile of this set shows “{sign}”.", sign=sign)
    if len(text) > _LARGEST_RACK:
        raise PositionError(
            "A rack of {n} tiles is too large: {most} is the most.", n=len(text), most=_LARGEST_RACK
        )
    return tuple(letter_tile(sign.upper()) for sign in text)


def _read_scores(text: str, seats: int) -> tuple[int, ...]:
    if not text:
        return (0,) * seats
    parts = text.split("/")
    if len(parts) != seats or not all(re.fullmatch(r"-?\d{1,6}", part) for part in parts):
        raise PositionError("Scores are {n} whole numbers separated by “/”.", n=seats)
    return tuple(map(int, parts))


def _read_number(found: str, text: str, **values: str) -> int:
    """A number from 0 to 9999; if it is none, the text says so."""
    if not re.fullmatch(r"\d{1,4}", found):
        raise PositionError(text, found=found, **values)
    return int(found)


def _check_reachable(options: Options, laid: Sequence[Laid], racks: Sequence[Sequence[Tile]]) -> None:
    used = origins([each.tile for each in laid] + [tile for rack in racks for tile in rack])
    for letter, n in (used - options.tiles.counts()).items():
        raise PositionError("The position uses {n} more “{letter}” than the set has.", n=n, letter=letter)
    start = options.layout.start
    board = Board.of(laid)
    if laid and start is not None and start not in board:
        raise PositionError("No game can reach this position: the start square is empty.")
    if laid and len(_joined(board, laid[0].square if start is None else start)) < len(board):
        raise PositionError("No game can reach this position: some tiles do not touch the others.")


def _joined(board: Board, start: Square) -> set[Square]:
    reached, waiting = {start}, [start]
    while waiting:
        square = waiting.pop()
        for near in (square.step(down, n) for down in (False, True) for n in (-1, 1)):
            if near in board and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached


def _fill_unknown(
    options: Options, laid: Sequence[Laid], known: Sequence[tuple[Tile, ...]]
) -> Iterator[Rack]:
    left = len(options.tiles) - len(laid) - sum(map(len, known))
    for rack in known:
        unknown = 0 if rack else min(options.rack_size, left)
        left -= unknown
        yield Rack(rack, unknown)

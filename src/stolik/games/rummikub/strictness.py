"""The strict rule for jokers (R6.3) as what a search for sets has to keep to.

The rules judge a finished table (laying.py): for some way to take the jokers before and after, each tile that
a joker stood for lies on the table now, or a joker stands for it. A search is told beforehand:

1. A need is how many of some kinds the new sets must show, by tiles or by jokers. Meeting one of the needs is
   enough, and one that asks for more than another is left out.
2. Sets that are left alone show their tiles and jokers too, and so need less of the new ones. A joker in such
   a group may be taken for one colour before and for another one after.
3. A need is met by tiles, or by jokers that are fixed to a kind: to the search they are tiles of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from stolik.games.rummikub.tilecodes import N_KINDS, has_joker, joker_kinds, real_tiles

Need = Counter[int]


def needs(remade: Sequence[bytes], kept: Sequence[bytes]) -> list[Need]:
    """What sets made of the remade ones must show, each way."""
    shown = Counter(real_tiles(b"".join(kept)))
    ways = [list(product(joker_kinds(codes), [b""])) for codes in remade if has_joker(codes)]
    ways += [list(product(joker_kinds(codes), joker_kinds(codes))) for codes in kept if has_joker(codes)]
    found: list[Need] = []
    for way in product(*ways):
        before, after = (b"".join(kinds) for kinds in zip(*way, strict=True)) if way else (b"", b"")
        need = Counter(before) - (shown + Counter(after))
        if not any(other <= need for other in found):
            found = [other for other in found if not need <= other]
            found.append(need)
    return found


def ways_to_meet(need: Need, table: Sequence[int]) -> Iterator[tuple[bytes, bytes]]:
    """How many jokers are fixed to each kind, and how many of it the new sets must show then."""
    lacking = {kind: n - table[kind] for kind, n in need.items() if n > table[kind]}
    for n_fixed in product(*(range(n + 1) for n in lacking.values())):
        fixed, needed = bytearray(N_KINDS + 1), bytearray(N_KINDS + 1)
        for kind, n in zip(lacking, n_fixed, strict=True):
            fixed[kind], needed[kind] = n, need[kind]
        yield bytes(fixed), bytes(needed)

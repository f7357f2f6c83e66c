"""Chance: fair, repeatable, checkable."""

from collections import Counter

import pytest

from stolik.core.chance import (
    ChanceUsed,
    CommittedChance,
    FixedOrderChance,
    NoChance,
    SeededChance,
    commitment,
)

POOL = tuple("AAABBCDEFGH")


def test_same_seed_gives_the_same_draws() -> None:
    assert SeededChance(7).draw(POOL, 5) == SeededChance(7).draw(POOL, 5)
    assert SeededChance(7).draw(POOL, 11) != SeededChance(8).draw(POOL, 11)


def test_seeded_draws_are_the_same_on_every_machine() -> None:
    chance = SeededChance("golden")
    assert [chance.below(1000) for _ in range(8)] == [36, 312, 675, 831, 787, 311, 176, 647]


def test_draw_takes_each_item_at_most_once() -> None:
    drawn = SeededChance(1).draw(POOL, len(POOL))
    assert Counter(drawn) == Counter(POOL)


def test_every_item_is_drawn_about_equally_often() -> None:
    chance = SeededChance("fair")
    counts = Counter(chance.below(10) for _ in range(20_000))
    # Chi-squared with 9 degrees of freedom: beyond 33.7 once in ten thousand.
    assert sum((counts[n] - 2000) ** 2 / 2000 for n in range(10)) < 33.7


def test_nothing_cannot_be_chosen_from() -> None:
    with pytest.raises(ValueError, match="nothing"):
        SeededChance(1).below(0)


def test_fixed_order_deals_the_same_tiles_whoever_draws() -> None:
    one, other = FixedOrderChance(3), FixedOrderChance(3)
    pool = list(POOL)
    first = [one.draw(pool, 2), one.draw(pool, 0)]
    left = list(pool)
    for item in first[0]:
        left.remove(item)
    then = one.draw(left, 3)
    assert other.draw(pool, 5) == first[0] + then


def test_fixed_order_gives_back_what_was_exchanged_only_at_the_end() -> None:
    chance = FixedOrderChance(3)
    pool = ["A", "B", "C", "D"]
    first, second = chance.draw(pool, 2)
    # The first tile goes back; the two that never left the bag come before it.
    left = [item for item in pool if item != second]
    assert chance.draw(left, 3)[-1] == first


def test_committed_draws_follow_from_seed_game_event_and_salt() -> None:
    def draw(
        secret: bytes = b"secret", game: str = "g1", seq: int = 4, salts: tuple[str, ...] = ()
    ) -> object:
        return CommittedChance(secret, game, seq, salts).draw(POOL, 11)

    assert draw() == draw()
    assert len({draw(), draw(secret=b"other"), draw(game="g2"), draw(seq=5), draw(salts=("x",))}) == 5


def test_commitment_is_the_hash_of_the_secret_and_not_the_secret() -> None:
    chance = CommittedChance(b"secret", "g1", 0)
    assert chance.commitment == commitment(b"secret")
    assert "secret" not in str(chance.commitment)
    assert SeededChance(1).commitment is None


def test_no_chance_refuses_to_draw() -> None:
    with pytest.raises(ChanceUsed):
        NoChance().draw(POOL, 1)

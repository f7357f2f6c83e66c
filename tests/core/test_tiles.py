"""Tiles and racks."""

import pytest

from stolik.core.tiles import MissingTiles, Rack, Tile, blank_as, letter_tile, origins, tiles_of, unnamed


def test_blank_keeps_its_origin_and_forgets_its_letter_on_the_rack() -> None:
    assert blank_as("Ż").origin == "?"
    assert unnamed(blank_as("Ż")) == letter_tile("?")
    assert unnamed(letter_tile("Ż")) == letter_tile("Ż")


def test_letter_turned_over_is_blank_and_still_its_own_tile() -> None:
    turned = Tile("A", "?")
    assert turned.is_blank
    assert origins([turned, letter_tile("A")]) == {"A": 2}
    assert unnamed(turned) == turned


def test_known_tiles_leave_a_rack_before_unknown_ones() -> None:
    rack = Rack(tiles_of("AB"), 2)
    assert len(rack) == 4
    assert rack.without_tiles(tiles_of("AZ")) == Rack(tiles_of("B"), 1)


def test_rack_refuses_what_it_does_not_hold() -> None:
    with pytest.raises(MissingTiles) as missing:
        Rack(tiles_of("AB")).without_tiles(tiles_of("AAZ"))
    assert missing.value.tiles == tiles_of("AZ")


def test_nothing_is_certain_on_a_rack_after_tiles_left_it_face_down() -> None:
    assert Rack(tiles_of("AB"), 5).without_any(3) == Rack((), 4)
    assert Rack(tiles_of("AB"), 5).without_any(0) == Rack(tiles_of("AB"), 5)

"""Affix rules: which forms a stem has by them."""

from __future__ import annotations

from pathlib import Path

from tests.ground.lexicon_recipe.samples import RULES
from tools.lexicons.affixes import read_affixes, read_stems


def forms(stem: str, flags: str) -> set[str]:
    return {form.text for form in RULES.forms(stem, flags)}


def test_suffix_needs_its_condition_and_takes_its_ending_off() -> None:
    assert forms("casa", "B") == {"casa", "casas"}
    assert forms("pão", "BD") == {"pão"}
    assert forms("lobo", "D") == {"lobo", "loba"}


def test_prefix_goes_on_suffixed_forms_too() -> None:
    assert forms("ler", "eÀ") == {"ler", "lê", "reler", "relê"}
    assert forms("rir", "À") == {"rir", "rerrir"}


def test_rules_with_hyphens_are_left_out() -> None:
    assert not any("-" in form for form in forms("falar", "a"))


def test_dictionary_is_read_in_the_encoding_that_its_affix_file_names(tmp_path: Path) -> None:
    affixes, stems = tmp_path / "x.aff", tmp_path / "x.dic"
    affixes.write_bytes("SET ISO8859-2\nSFX N Y 1\nSFX N 0 ą ł\n".encode("iso8859-2"))
    stems.write_bytes("2\nżół/N\nść\n".encode("iso8859-2"))
    assert read_stems(stems, affixes) == [("żół", "N"), ("ść", "")]
    assert {form.text for form in read_affixes(affixes).forms("żół", "N")} == {"żół", "żółą"}

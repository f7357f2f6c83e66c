"""Hunspell's affix rules: which forms a stem with flags stands for.

A rule takes `strip` off the end (a suffix) or the beginning (a prefix) of a word that meets its condition and
puts `add` there. Prefixes go on suffixed forms too, as every flag of the dictionaries read here allows it.
Rules with the same flag and condition are kept together, so that a condition is tried once a stem.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Rule(NamedTuple):
    """One line of an affix file."""

    flag: str
    strip: str
    add: str
    condition: str


class Form(NamedTuple):
    """A word with the rules that made it out of its stem."""

    text: str
    suffix: Rule | None
    prefix: Rule | None


class _Group(NamedTuple):
    condition: re.Pattern[str] | None
    rules: list[Rule]

    def meets(self, word: str) -> bool:
        return self.condition is None or self.condition.search(word) is not None


class Affixes:
    """The rules of an affix file that make words of letters alone (no hyphens)."""

    def __init__(self, lines: list[str]) -> None:
        gathered: dict[str, dict[str, dict[str, list[Rule]]]] = {"SFX": {}, "PFX": {}}
        for line in lines:
            parts = line.split()
            if len(parts) >= 5 and parts[0] in gathered and "-" not in parts[3]:
                rule = Rule(parts[1], _plain(parts[2]), _plain(parts[3].split("/")[0]), parts[4])
                by_condition = gathered[parts[0]].setdefault(rule.flag, defaultdict(list))
                by_condition[rule.condition].append(rule)
        self._suffixes = {flag: _groups(found, "{}$") for flag, found in gathered["SFX"].items()}
        self._prefixes = {flag: _groups(found, "^{}") for flag, found in gathered["PFX"].items()}

    def forms(self, stem: str, flags: str) -> Iterator[Form]:
        """The stem and every form its flags give it; a form may come more than once."""
        suffixed = [Form(stem, None, None), *self._suffixed(stem, flags)]
        yield from suffixed
        for flag in flags:
            for group in self._prefixes.get(flag, ()):
                for form in suffixed:
                    if group.meets(form.text):
                        yield from _prefixed(form, group.rules)

    def _suffixed(self, stem: str, flags: str) -> Iterator[Form]:
        for flag in flags:
            for group in self._suffixes.get(flag, ()):
                if group.meets(stem):
                    for rule in group.rules:
                        if stem.endswith(rule.strip):
                            yield Form(stem[: len(stem) - len(rule.strip)] + rule.add, rule, None)


def read_affixes(path: Path) -> Affixes:
    """The rules of an affix file."""
    return Affixes(_decoded(path, path).splitlines())


def read_stems(path: Path, affix_file: Path) -> list[tuple[str, str]]:
    """Stems with their flags; the dictionary is in the encoding its affix file names."""
    entries = (line.strip().partition("/") for line in _decoded(path, affix_file).splitlines()[1:])
    return [(stem, flags) for stem, _, flags in entries if stem]


def _prefixed(form: Form, rules: list[Rule]) -> Iterator[Form]:
    for rule in rules:
        if form.text.startswith(rule.strip):
            yield Form(rule.add + form.text[len(rule.strip) :], form.suffix, rule)


def _plain(affix: str) -> str:
    return "" if affix == "0" else affix


def _groups(by_condition: dict[str, list[Rule]], pattern: str) -> list[_Group]:
    return [
        _Group(None if condition == "." else re.compile(pattern.format(condition)), rules)
        for condition, rules in by_condition.items()
    ]


def _decoded(path: Path, affix_file: Path) -> str:
    first = affix_file.read_bytes().split(b"\n", 1)[0].split()
    encoding = first[1].decode("ascii") if len(first) == 2 and first[0].endswith(b"SET") else "utf-8"
    return path.read_bytes().decode(encoding)

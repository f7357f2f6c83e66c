"""Collects the texts people see in src/stolik and in frontend, and brings the catalogues in step with them.

A text stands in the code as a literal: where a translator says it, where a Complaint or a Message is made of
it, or in `N_("...")` where a constant holds it. A text put together from pieces cannot be translated and is
reported. What the web client says is found by tools/client.py. Exits 1 when something is left to do by hand.
"""

from __future__ import annotations

import argparse
import ast
import string
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.pofile import normalize, read_po

from tools import client

MARK = "N_"
#: What translators are called: say("..."), text("..."), self._say("..."), at.say("...").
TRANSLATORS, TRANSLATOR_ATTRIBUTES = {"say", "text"}, {"say", "_say"}
#: Variables that hand on a text found elsewhere: of a message, the level of a bot, the reason of an outcome.
HANDED_ON = {"text", "level", "reason"}
NAMES = {"pl": "Polish", "pt": "Brazilian Portuguese"}
#: Texts that are meant to stay as they are.
SAME = {
    "pl": {"2L", "3L", "★", "CPU s", "Bank {n}", "Bot", "blank", "joker", "{level} (bot)", "{laid}"},
    "pt": {"2L", "3L", "★", "CPU s", "hash", "Bot", "Chat", "Link", "{level} (bot)", "{laid}"},
}

#: The classes that sentences are made with; the place of the text among the arguments, if it is among them.
Makers = Mapping[str, int | None]


@dataclass
class Collection:
    """Every text with the files it stands in, and the places where none can be read."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def collect(root: Path) -> Collection:
    """The texts of a project in the order of its files."""
    collection = Collection()
    paths = sorted(root.glob("src/stolik/**/*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    makers = find_makers(trees.values())
    for path, tree in trees.items():
        name = path.relative_to(root).as_posix()
        marks = any(_called(node) == MARK for node in ast.walk(tree))
        found = {(node.lineno, node.col_offset): node for node in _arguments(tree, makers)}
        for (line, _), argument in sorted(found.items()):
            texts, problem = read_argument(argument, marks)
            for text in texts:
                places = collection.texts.setdefault(text, [])
                places += [name] if name not in places else []
            if problem:
                collection.problems.append(f"{name}:{line}: {problem}")
    for text, names in client.texts(root).items():
        collection.texts[text] = collection.texts.get(text, []) + names
    return collection


def read_argument(argument: ast.expr, marks: bool) -> tuple[list[str], str]:
    """The texts an argument may be, and what is wrong with it; `marks` says whether its module has any N_."""
    match argument:
        case ast.Constant(value=str(text)) if text:
            return [text], ""
        case ast.IfExp():
            first, wrong = read_argument(argument.body, marks)
            second, wrong_too = read_argument(argument.orelse, marks)
            return first + second, wrong or wrong_too
        case ast.Call() if _called(argument) == MARK:
            return [], ""  # found by itself
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in HANDED_ON:
            return [], ""
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return [], "" if marks else f"a text comes from a variable; mark it with {MARK} in this file"
    return [], "a text is put together here; write it whole, with {names} for values"


def find_makers(trees: Iterable[ast.Module]) -> Makers:
    """Message, Complaint, and every class that derives from it."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    makers: dict[str, int | None] = {"Message": 0, "Complaint": 0}
    fresh = True
    while fresh:
        fresh = False
        for each in classes:
            if each.name not in makers and (parent := _parent(each, makers)):
                makers[each.name] = _place_of_text(each, makers[parent])
                fresh = True
    return makers


def _parent(each: ast.ClassDef, makers: Makers) -> str | None:
    return next((base.id for base in each.bases if isinstance(base, ast.Name) and base.id in makers), None)


def _place_of_text(each: ast.ClassDef, inherited: int | None) -> int | None:
    for method in each.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            names = [argument.arg for argument in method.args.args[1:]]
            return names.index("text") if "text" in names else None
    return inherited


def _arguments(tree: ast.Module, makers: Makers) -> Iterator[ast.expr]:
    """Where texts stand: what is marked, said, or made a sentence of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if _called(node) == MARK or _is_translator(node.func):
                yield from node.args[:1]
            elif (name := _called(node)) in makers:
                yield from _text_of(node, makers[name])
        elif isinstance(node, ast.ClassDef) and (parent := _parent(node, makers)):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Call) and ast.unparse(inner.func) == "super().__init__":
                    yield from _text_of(inner, makers[parent])


def _text_of(call: ast.Call, place: int | None) -> list[ast.expr]:
    if place is None:
        return []
    named = [keyword.value for keyword in call.keywords if keyword.arg == "text"]
    return call.args[place : place + 1] or named


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _is_translator(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name):
            return name in TRANSLATORS
        case ast.Attribute(attr=name):
            return name in TRANSLATOR_ATTRIBUTES
        case ast.Call(func=maker, args=[]):
            return _is_translator(maker)  # settings.say()("...")
    return False


# --- catalogues ---------------------------------------------------------------------------------------


def catalogue_file(root: Path, language: str) -> Path:
    return root / "src/stolik/texts" / language / "LC_MESSAGES/stolik.po"


def read_catalogue(path: Path) -> dict[str, str]:
    """Texts and their translations; nothing where there is no file."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def format_catalogue(language: str, texts: Mapping[str, list[str]], translations: Mapping[str, str]) -> str:
    """A catalogue of exactly these texts, without the dates that would make each one differ."""
    purpose = f"# {NAMES[language]} texts. `make texts` adds and removes entries, people translate them."
    language_line, type_line = f'"Language: {language}\\n"', '"Content-Type: text/plain; charset=UTF-8\\n"'
    entries = ["\n".join([purpose, 'msgid ""', 'msgstr ""', language_line, type_line, ""])]
    for text, places in texts.items():
        translation = translations.get(text, "")
        entries.append(f"#: {' '.join(places)}\nmsgid {_quoted(text)}\nmsgstr {_quoted(translation)}\n")
    return "\n".join(entries)


def _quoted(text: str) -> str:
    return normalize(text, width=100)


def faults(language: str, texts: Iterable[str], translations: Mapping[str, str]) -> list[str]:
    """What a person has to put right in a catalogue."""
    found = [f"{text!r} is not in the code" for text in translations if text not in texts]
    for text in texts:
        translation = translations.get(text, "")
        if not translation:
            found.append(f"{text!r} is not translated")
        elif translation == text and text not in SAME[language]:
            found.append(f"{text!r} is the same as in English")
        elif fields(translation) != fields(text):
            found.append(f"{text!r} has other values: {translation!r}")
        elif _edges(translation) != _edges(text):
            found.append(f"{text!r} begins or ends differently: {translation!r}")
    return [f"{language}: {fault}" for fault in found]


def fields(text: str) -> set[tuple[str, str | None, str | None]]:
    """The {names} of a text, each with its conversion and format."""
    parts = string.Formatter().parse(text)
    return {(name, spec, conversion) for _, name, spec, conversion in parts if name is not None}


def _edges(text: str) -> tuple[str, str, bool]:
    """Spaces around a text, and whether it ends as a sentence."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :], text.rstrip().endswith(".")


def main() -> int:
    """0 when every text is translated."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the project to look at")
    root = parser.parse_args().root.resolve()
    collection = collect(root)
    left = list(collection.problems)
    for language in NAMES:
        path = catalogue_file(root, language)
        before = read_catalogue(path)
        for text in before.keys() - collection.texts.keys():
            print(f"{language}: removed {text!r}: {before[text]!r}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_catalogue(language, collection.texts, before), encoding="utf-8")
        left += faults(language, collection.texts, read_catalogue(path))
    print(*left, f"{len(collection.texts)} texts, {len(left)} things left to do", sep="\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())

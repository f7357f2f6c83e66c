"""Writes the TypeScript types of the protocol and of every game, and the list of calls: `make protocol`.

The types come from the msgspec types that read and write the messages: those of the socket, of the HTTP API
and of the core go to frontend/src/protocol.ts, those of a game to frontend/src/games/GAME/types.ts. The calls
of the HTTP API are listed in docs/bot-api.md.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_origin

import msgspec
from litestar import Litestar
from msgspec import inspect as kinds

from stolik.core import registry
from stolik.core.log import Envelope, TableEvent
from stolik.table.clocks import Clock
from stolik.table.logs import Log, LogEntry
from stolik.table.settings import Settings
from stolik.table.showing import TableChanged, TableShown
from stolik.web.app import make_app
from stolik.web.description import Call, calls, written
from stolik.web.live import protocol
from stolik.web.site import open_site
from stolik.words.store import Lexicons

ROOT = Path(__file__).parent.parent
PROTOCOL = "frontend/src/protocol.ts"
CALLS = "docs/bot-api.md"
_LIST = re.compile(r"(?s)(?<=<!-- calls: made by `make protocol` -->\n).*(?=<!-- end of calls -->)")
_HEAD = "// Made by `make protocol` from the types of the server. Do not edit.\n"
#: Where Python says Any, the game decides: the parameters of a type, and the fields that use them.
_OPEN: dict[type, tuple[str, dict[str, str]]] = {
    Envelope: ("<Event = unknown>", {"event": "Event | TableEvent"}),
    TableShown: ("<View = unknown, Event = unknown>", {"view": "View | null", "events": "Envelope<Event>[]"}),
    TableChanged: ("<Event = unknown>", {"events": "Envelope<Event>[]"}),
    protocol.Act: ("<Action = unknown>", {"action": "Action"}),
    LogEntry: (
        "<Action = unknown, Event = unknown>",
        {"action": "Action | null", "events": "Envelope<Event>[]"},
    ),
    Log: ("<Action = unknown, Event = unknown>", {"entries": "LogEntry<Action, Event>[]"}),
}
_NAMED: dict[str, Any] = {"TableEvent": TableEvent, "Clock": Clock}
_SHARED = ("stolik.core.", "stolik.study.", "stolik.table.", "stolik.web.")
_PLAIN: dict[type[kinds.Type], str] = {
    kinds.AnyType: "unknown",
    kinds.RawType: "unknown",
    kinds.NoneType: "null",
    kinds.BoolType: "boolean",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
}


def _may_be_left_out(field: kinds.Field) -> bool:
    """Whether a field that is not set is not written: it has no default that could be."""
    return field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


class Module:
    """One file of types; what `imported` has is taken from there."""

    def __init__(self, sent: Iterable[Any], received: Iterable[Any], imported: Module | None = None) -> None:
        self._imported = imported
        self._names: dict[type, str] = {}
        self._aliases: dict[frozenset[str], str] = {}
        self._parts: list[str] = []
        self._written: set[type] = set()
        #: Only what nobody but clients write may leave fields out: the server writes every field.
        self._optional = {*structs(sent)} - {*structs(received)}

    def name(self, cls: type) -> str:
        """The name of a struct in this file; the second of one name is called after its module too."""
        if self._imported is not None and is_shared(cls):
            return self._imported.name(cls)
        if cls not in self._names:
            taken = {*self._names.values(), *(self._imported._names.values() if self._imported else ())}
            module = cls.__module__.rpartition(".")[2].title().replace("_", "")
            self._names[cls] = cls.__name__ if cls.__name__ not in taken else module + cls.__name__
        return self._names[cls]

    def add(self, roots: Iterable[Any]) -> None:
        """Write down every struct that these types are made of, unless it is imported."""
        for cls, struct in structs(roots).items():
            if cls not in self._written and not (self._imported and is_shared(cls)):
                self._written.add(cls)
                self._parts.append(self._struct(cls, struct))

    def add_union(self, name: str, union: Any) -> None:
        """Write down a union under a name, by which it is called from then on."""
        members = self._members(kinds.type_info(union))
        self._parts.append(f"export type {name} =\n" + "\n".join(f"  | {each}" for each in members) + ";\n")
        self._aliases[frozenset(members)] = name

    def add_text(self, text: str) -> None:
        """Write down something else."""
        self._parts.append(text)

    def text(self) -> str:
        """The whole file."""
        body = "\n".join(self._parts)
        if self._imported is None:
            return f"{_HEAD}\n{body}"
        words = set(re.findall(r"\w+", re.sub(r'(?s)/\*.*?\*/|"[^"]*"', "", body)))
        used = sorted(words.intersection(self._imported._names.values()))
        names = "".join(f"  {name},\n" for name in used)
        return f'{_HEAD}\nimport type {{\n{names}}} from "../../protocol";\n\n{body}'

    def _struct(self, cls: type, struct: kinds.StructType) -> str:
        parameters, fixed = _OPEN.get(cls, ("", {}))
        name, about = self.name(cls), comment(cls.__doc__ or "")
        if struct.array_like:
            items = ", ".join(f"{field.encode_name}: {self.type(field.type)}" for field in struct.fields)
            return f"{about}export type {name} = [{items}];\n"
        lines = [f"  {struct.tag_field}: {json.dumps(struct.tag)};\n"] if struct.tag_field else []
        notes = field_notes(cls)
        for field in struct.fields:
            mark = "?" if not field.required and (cls in self._optional or _may_be_left_out(field)) else ""
            kind = fixed.get(field.name) or self.type(field.type)
            lines.append(f"{comment(notes.get(field.name, ''), '  ')}  {field.encode_name}{mark}: {kind};\n")
        return f"{about}export interface {name}{parameters} {{\n{''.join(lines)}}}\n"

    def type(self, kind: kinds.Type) -> str:
        """A type as TypeScript writes it."""
        plain = _PLAIN.get(type(kind))
        if plain is not None:
            return plain
        match kind:
            case kinds.Metadata(type=inner):
                return self.type(inner)
            case kinds.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case kinds.StructType(cls=cls):
                return self.name(get_origin(cls) or cls)
            case kinds.TupleType(item_types=items):
                return f"[{', '.join(map(self.type, items))}]"
            case kinds.CollectionType(item_type=item):
                text = self.type(item)
                return f"({text})[]" if "|" in text else f"{text}[]"
            case kinds.DictType(key_type=key, value_type=value):
                return f"Record<{self.type(key)}, {self.type(value)}>"
            case kinds.UnionType():
                return self._union(kind)
        raise TypeError(f"no TypeScript is known for {kind}")

    def _union(self, kind: kinds.UnionType) -> str:
        members = self._members(kind)
        for known, name in self._aliases.items():
            if known <= set(members):
                members = [name, *(each for each in members if each not in known)]
        return " | ".join(members)

    def _members(self, kind: kinds.Type) -> list[str]:
        return (
            [self.type(each) for each in kind.types]
            if isinstance(kind, kinds.UnionType)
            else [self.type(kind)]
        )


def is_shared(cls: type) -> bool:
    """Whether a struct belongs to no game."""
    return cls.__module__.startswith(_SHARED)


def structs(roots: Iterable[Any]) -> dict[type, kinds.StructType]:
    """Every struct that these types are made of, each once."""
    found: dict[type, kinds.StructType] = {}

    def visit(kind: kinds.Type) -> None:
        match kind:
            case kinds.StructType(cls=made):
                cls = get_origin(made) or made  # of a generic struct only one form is written
                if cls not in found:
                    found[cls] = kind
                    for field in kind.fields:
                        visit(field.type)
            case kinds.UnionType(types=some) | kinds.TupleType(item_types=some):
                for each in some:
                    visit(each)
            case kinds.CollectionType(item_type=inner) | kinds.Metadata(type=inner):
                visit(inner)
            case kinds.DictType(key_type=key, value_type=value):
                visit(key)
                visit(value)

    for root in roots:
        visit(kinds.type_info(root))
    return found


def comment(text: str, indent: str = "") -> str:
    """A text as a comment above what it is about."""
    lines = inspect.cleandoc(text).splitlines()
    if len(lines) < 2:
        return "".join(f"{indent}/** {line} */\n" for line in lines)
    inner = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{inner}{indent} */\n"


def field_notes(cls: type) -> dict[str, str]:
    """What the lines `#: ...` above the fields of a class say."""
    notes: dict[str, str] = {}
    for base in reversed(cls.__mro__[:-1]):
        if not base.__module__.startswith("stolik."):
            continue
        gathered: list[str] = []
        for line in inspect.getsource(base).splitlines():
            if said := re.match(r"\s+#: (.*)", line):
                gathered.append(said[1])
                continue
            if (field := re.match(r"    (\w+):", line)) and gathered:
                notes[field[1]] = "\n".join(gathered)
            gathered = []
    return notes


# --- what there is ------------------------------------------------------------------------------------


async def make_whole_app() -> Litestar:
    """The application as it is served, on a database that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_site(f"sqlite:///{folder}/stolik.db", b"types") as site:
            return make_app(site)


def games() -> Iterator[tuple[str, Any]]:
    """Every registered game with its codec."""
    words = Lexicons()
    for name in registry.packages():
        yield name, registry.create(name, words).codec


def render(app: Litestar) -> dict[str, str]:
    """Every file with its text."""
    codecs = dict(games())
    listed = calls(app)
    actions = [codec.action_type for codec in codecs.values()]
    values = [kind for codec in codecs.values() for kind in _received(codec)]
    sent = [protocol.FromClient, *(each.takes for each in listed if written(each.takes)), *actions]
    answers = [each.gives for each in listed if written(each.gives)]
    received = [protocol.FromServer, TableEvent, Settings, *answers, *values]
    shared = Module(sent, received)
    shared.add_text(f"export const VERSION = {protocol.VERSION};\n")
    named = {**_NAMED, "FromClient": protocol.FromClient, "FromServer": protocol.FromServer}
    for name, union in named.items():
        shared.add([union])
        shared.add_union(name, union)
    shared.add(kind for kind in structs([*sent, *received]) if is_shared(kind))
    shared.add_text(_api(shared, listed))
    listing = "".join(_row(shared, each) for each in listed)
    guide = (ROOT / CALLS).read_text(encoding="utf-8")
    table = f"| call | takes | gives | what for |\n|---|---|---|---|\n{listing}"
    return {PROTOCOL: shared.text(), CALLS: _LIST.sub(lambda _: table, guide)} | {
        f"frontend/src/games/{name}/types.ts": _game(codec, shared) for name, codec in codecs.items()
    }


def _row(shared: Module, call: Call) -> str:
    takes, gives = (
        f"`{shared.type(kinds.type_info(kind))}`".replace("|", "\\|") if written(kind) else ""
        for kind in (call.takes, call.gives)
    )
    return f"| `{call.name}` | {takes} | {gives} | {call.purpose.splitlines()[0]} |\n"


def _received(codec: Any) -> Sequence[Any]:
    return codec.options_type, codec.event_type, codec.view_type


def _api(module: Module, listed: Sequence[Call]) -> str:
    lines = []
    for each in listed:
        takes = f"takes: {module.type(kinds.type_info(each.takes))}; " if written(each.takes) else ""
        gives = module.type(kinds.type_info(each.gives)) if written(each.gives) else "unknown"
        lines.append(f'{comment(each.purpose, "  ")}  "{each.name}": {{ {takes}gives: {gives} }};\n')
    about = comment("What each call of the HTTP API takes and gives.")
    return f"{about}export interface Api {{\n{''.join(lines)}}}\n"


def _game(codec: Any, shared: Module) -> str:
    module = Module([codec.action_type], _received(codec), shared)
    module.add_text(f"export const VERSION = {codec.version};\n")
    for name, kind in {"Action": codec.action_type, "Event": codec.event_type}.items():
        module.add([kind])
        module.add_union(name, kind)
    module.add(_received(codec))
    module.add_text("export type Shown = TableShown<View, Event>;\nexport type ActMessage = Act<Action>;\n")
    return module.text()


def files() -> Mapping[str, str]:
    """Every file with its text, for the application of today."""
    return render(asyncio.run(make_whole_app()))


def main() -> None:
    """Write every file."""
    for name, text in files().items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

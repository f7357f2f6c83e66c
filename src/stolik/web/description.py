"""The API described for programs: /schema/openapi.json has the calls, /schema/asyncapi.json the socket.

The framework lists calls and parameters. What goes in and out is described from the very types that read and
write it, and each game says what its actions, events and views are. What every call may be refused with, and
who may make it, stands here once.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from msgspec import inspect as kinds

from stolik import __version__
from stolik.core import registry
from stolik.table.games import Games
from stolik.table.settings import Settings
from stolik.web.accounts.identity import COOKIE
from stolik.web.live import protocol

Schema = dict[str, Any]

_SCHEMAS = "#/components/schemas/"
_OF_CALLS, _OF_SOCKET = "/schema/openapi.json", "/schema/asyncapi.json"


def _is(name: str) -> Schema:
    return {"$ref": _SCHEMAS + name}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


#: What a game decides: the kinds of values that each one has of its own.
_OF_GAMES = {"Action": "action_type", "Event": "event_type", "View": "view_type", "Options": "options_type"}
_ACTION, _EVENT, _VIEW = _is("Action"), _is("Event"), _or_null(_is("View"))
_CREDENTIAL = {"type": "object", "description": "What `navigator.credentials` gives, as JSON (WebAuthn)."}
#: The fields for which Python says Any, or an object of any kind.
_DECIDED: dict[tuple[str, str], Schema] = {
    ("Act", "action"): _ACTION,
    ("Alternatives", "actions"): {"items": _ACTION},
    ("Attempt", "action"): _ACTION,
    ("Better", "action"): _ACTION,
    ("Choice", "action"): _ACTION,
    ("Judged", "events"): {"items": _EVENT},
    ("Judged", "view"): _VIEW,
    ("Log", "settings"): _is("Settings"),
    ("LogEntry", "action"): _or_null(_ACTION),
    ("NewPasskey", "credential"): _CREDENTIAL,
    ("NewTable", "options"): {
        "description": "What is to be other than in the preset, of the game's `Options`."
    },
    ("EarlierView", "view"): _VIEW,
    ("Proof", "passkey"): _or_null(_CREDENTIAL),
    ("PuzzleAttempt", "action"): _ACTION,
    ("Settings", "options"): _is("Options"),
    ("TableShown", "view"): _VIEW,
    ("TableSummary", "settings"): _is("Settings"),
    ("UsePasskey", "credential"): _CREDENTIAL,
    ("Wish", "action"): _ACTION,
}
_DECIDED[("Farewell", "passkey")] = _DECIDED[("Proof", "passkey")]

#: Who may make a call: without more, anybody may, by cookie, by token or unknown.
_UNKNOWN, _BY_COOKIE, _BY_TOKEN = _ANYBODY = (Schema(), Schema(cookie=[]), Schema(token=[]))
_WHO: dict[str, tuple[Schema, ...]] = {
    # those who have a seat there
    **dict.fromkeys(
        ("add_bot", "add_salt", "list_actions", "list_choices", "preview", "preview_all", "try_puzzle"),
        (_BY_COOKIE, _BY_TOKEN),
    ),
    # people with a browser, known or not
    **dict.fromkeys(
        (
            *("create_account", "create_token", "list_tokens", "log_in", "log_in_by_passkey", "log_out"),
            *("recover", "want_passkey"),
        ),
        (_UNKNOWN, _BY_COOKIE),
    ),
    # people who are known
    **dict.fromkeys(
        (
            *("add_passkey", "change_codes", "change_password", "change_sharing", "delete_me", "export"),
            *("get_sharing", "list_passkeys", "log_out_everywhere", "remove_passkey", "revoke_token"),
        ),
        (_BY_COOKIE,),
    ),
}
_SCHEMES: Schema = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "People in a browser: a page sets it, and so does a call that makes a newcomer known.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Programs: `POST /api/tokens` gives one.",
    },
}

#: What a call is refused with.
REFUSALS = {
    400: "What was sent cannot be read; `problems` says where.",
    401: "The token does not count, or a name, password or proof is wrong.",
    403: "It was sent from a page of another site, or whoever asks may not do it.",
    404: "There is no such thing, or not for whoever asks.",
    408: "What was sent did not come to its end in time.",
    409: "The table or the rules do not allow it; the sentence says why.",
    413: "More was sent than any call needs.",
    429: "Too much was asked for.",
    500: "A mistake of the server. Nothing was changed.",
    503: "The server cannot do it just now, most often because it cannot reach its database. Try again.",
}
_ANY_CALL, _WITH_INPUT, _WITH_BODY = (401, 403, 409, 429, 500, 503), (400, 404), (408, 413)


class Problem(msgspec.Struct):
    """What is wrong with a part of what was sent: its name, and where it stood (`body`, `query`, `path`)."""

    message: str
    key: str = ""
    source: str = ""


class Refusal(msgspec.Struct):
    """Why nothing was done: a sentence in the language of whoever asked, and what could not be read."""

    message: str
    problems: tuple[Problem, ...] = ()


class Call(NamedTuple):
    """One call of the HTTP API."""

    name: str
    purpose: str
    takes: Any
    gives: Any


def calls(app: Litestar) -> list[Call]:
    """Every documented call of the HTTP API, by path."""
    found = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and handler.resolve_include_in_schema():
                for method in sorted(handler.http_methods - {"HEAD", "OPTIONS"}):
                    data, given = handler.parsed_data_field, handler.parsed_return_field
                    purpose = inspect.getdoc(handler.fn) or ""
                    name = f"{method} {route.path_format}"
                    found.append(Call(name, purpose, data and data.raw, given.raw))
    return sorted({each.name: each for each in found if each.name.split()[1].startswith("/api/")}.values())


def written(kind: Any) -> Any:
    """What is sent as JSON for an annotation, or None where it is something else."""
    try:
        kinds.type_info(kind)
    except TypeError:
        return None
    return None if "Response" in str(kind) or kind is None else kind


# --- calls ------------------------------------------------------------------------------------------------


class _Documents:
    """Both documents, written when first asked for: it takes a third of a second, beside the event loop."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._writing = asyncio.Lock()
        self._texts: dict[str, bytes] = {}

    async def answer(self, request: Request[Any, Any, Any]) -> Response[bytes] | None:
        async with self._writing:
            if not self._texts:
                self._texts = await asyncio.to_thread(self._write, request.app)
        text = self._texts.get(request.url.path)
        return None if text is None else Response(text, media_type=MediaType.JSON)

    def _write(self, app: Litestar) -> dict[str, bytes]:
        calls_described = described(app.openapi_schema.to_schema(), calls(app), self._games)
        documents = {_OF_CALLS: calls_described, _OF_SOCKET: socket_document(self._games)}
        return {path: msgspec.json.encode(document) for path, document in documents.items()}


def openapi_config(games: Games) -> OpenAPIConfig:
    """How the documents are made and where they are; the framework would write its own at every call."""
    documents = _Documents(games)

    # the framework copies a router, and a method with all that its object holds; a function it leaves alone
    async def answer(request: Request[Any, Any, Any]) -> Response[bytes] | None:
        return await documents.answer(request)

    router = Router(
        "/schema", route_handlers=[_socket_described], include_in_schema=False, before_request=answer
    )
    return OpenAPIConfig(
        "Stolik",
        __version__,
        openapi_router=router,
        operation_id_creator=lambda handler, _method, _path: handler.fn.__name__,
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin()],
    )


@get("/asyncapi.json", sync_to_thread=False)
def _socket_described() -> None:
    """The place of the second document, which is answered before it gets here."""


def described(document: Schema, known: Iterable[Call], games: Games) -> Schema:
    """The document of the framework with the true types, all refusals, and who may make each call."""
    listed = {each.name: each for each in known}
    kinds_used = [kind for each in listed.values() for kind in (each.takes, each.gives) if written(kind)]
    schemas, components = _schemas([*kinds_used, Refusal, Settings], games)
    by_kind = dict(zip(map(repr, kinds_used), schemas, strict=False))
    paths: Schema = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            call = listed[f"{method.upper()} {path}"]
            takes, gives = by_kind.get(repr(call.takes)), by_kind.get(repr(call.gives))
            paths.setdefault(path, {})[method] = _operation(operation, call, takes, gives)
    refusals = {str(status): _refusal(status) for status in REFUSALS}
    return document | {
        "paths": paths,
        "components": {"schemas": components, "responses": refusals, "securitySchemes": _SCHEMES},
    }


def _operation(operation: Schema, call: Call, takes: Schema | None, gives: Schema | None) -> Schema:
    refused = {str(each): {"$ref": f"#/components/responses/{each}"} for each in _statuses(operation)}
    succeeds = {status: answer for status, answer in operation["responses"].items() if status < "300"}
    for status, answer in succeeds.items():
        answer.update(description=call.purpose.splitlines()[0])
        is_json = status != "204" and (call.gives is None or gives is not None)
        if is_json:
            answer["content"] = {"application/json": {"schema": gives or {"type": "null"}}}
        for kind in answer.get(
            "content", {}
        ).values():  # of what is not made of our types all is known by its kind
            kind["schema"] = kind["schema"] or {"type": "object"}
    told = operation | {
        "summary": call.purpose.splitlines()[0],
        "responses": succeeds | refused,
        "security": list(_WHO.get(operation["operationId"], _ANYBODY)),
    }
    if takes is not None:
        told["requestBody"] = {
            "required": type(None) not in get_args(call.takes),
            "content": {"application/json": {"schema": takes}},
        }
    return told


def _statuses(operation: Schema) -> Iterable[int]:
    """With what an operation may be refused."""
    has_body = "requestBody" in operation
    has_input = has_body or "parameters" in operation
    return sorted({*_ANY_CALL, *(_WITH_INPUT if has_input else ()), *(_WITH_BODY if has_body else ())})


def _refusal(status: int) -> Schema:
    told: Schema = {
        "description": REFUSALS[status],
        "content": {"application/json": {"schema": _is("Refusal")}},
    }
    if status == 429:
        seconds = {
            "description": "In how many seconds to go on.",
            "schema": {"type": "integer", "minimum": 1},
        }
        told["headers"] = {"Retry-After": seconds}
    return told


# --- the socket -------------------------------------------------------------------------------------------


def socket_document(games: Games) -> Schema:
    """What may be said through the socket, and by whom."""
    hears, tells = get_args(protocol.FromClient), get_args(protocol.FromServer)
    _, components = _schemas([*hears, *tells], games)
    names = {kind: str(kind.__struct_config__.tag) for kind in (*hears, *tells)}
    said = {name: _message(kind) for kind, name in names.items()}

    def through_socket(action: str, some: Iterable[Any]) -> Schema:
        refs = [{"$ref": f"#/channels/socket/messages/{names[kind]}"} for kind in some]
        return {"action": action, "channel": {"$ref": "#/channels/socket"}, "messages": refs}

    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Stolik", "version": __version__, "x-protocol": protocol.VERSION},
        "defaultContentType": "application/json",
        "channels": {"socket": {"address": "/ws", "messages": said}},
        "operations": {"hear": through_socket("receive", hears), "tell": through_socket("send", tells)},
        "components": {"schemas": components, "securitySchemes": _SCHEMES},
    }


def _message(kind: Any) -> Schema:
    """A message; its payload says which JSON Schema it is written in."""
    payload = {"schemaFormat": "application/schema+json;version=2020-12", "schema": _is(kind.__name__)}
    return {"name": kind.__struct_config__.tag, "summary": inspect.getdoc(kind), "payload": payload}


# --- types ------------------------------------------------------------------------------------------------


def _schemas(some: Sequence[Any], games: Games) -> tuple[Sequence[Schema], Schema]:
    """These types as JSON Schema, and the components that they are made of."""
    schemas, components = msgspec.json.schema_components(some, ref_template=_SCHEMAS + "{name}")
    for (name, field), schema in _DECIDED.items():
        if name in components:
            components[name]["properties"][field] |= schema
    if "Envelope_Any_" in components:
        components["Envelope_Any_"]["properties"]["event"]["anyOf"][0] |= _EVENT
    return schemas, components | _of_games(games)


def _of_games(games: Games) -> Schema:
    """What every game has of its own, under its name, and what any game has."""
    found: Schema = {}
    members: dict[str, list[Schema]] = {each: [] for each in _OF_GAMES}
    for name, preset in {each.game: each.id for each in registry.presets().values()}.items():
        codec = games.of_preset(preset).codec
        types = [getattr(codec, kind) for kind in _OF_GAMES.values()]
        template = f"{_SCHEMAS}{name}.{{name}}"
        schemas, components = msgspec.json.schema_components(types, ref_template=template)
        found |= {f"{name}.{each}": schema for each, schema in components.items()}
        for each, schema in zip(_OF_GAMES, schemas, strict=True):
            members[each].append(schema)
    return found | {each: {"anyOf": schemas} for each, schemas in members.items()}

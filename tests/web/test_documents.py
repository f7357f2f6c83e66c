"""The pages on the socket and the API stay true: they name every message, field, limit and call."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from stolik.core.outcome import Outcome
from stolik.table.showing import AskedShown, LineShown, SeatShown
from stolik.web.live import connection, protocol, sockets
from stolik.web.operations import off_loop, refusals
from stolik.web.operations.limits import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, USUAL_LIMITS
from tests.web.servers import Server
from tests.web.typescript import Types
from tools.protocol_types import CALLS, PROTOCOL, ROOT

SOCKET = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
GUIDE = (ROOT / CALLS).read_text(encoding="utf-8")
FROM_CLIENT, FROM_SERVER = get_args(protocol.FromClient), get_args(protocol.FromServer)


def tag(message: Any) -> str:
    return str(message.__struct_config__.tag)


def section(name: str) -> str:
    """What the page says under a heading."""
    found = re.search(rf"(?ms)^### {name}$(.*?)(?=^##)", SOCKET)
    assert found, f"docs/protocol.md tells nothing of {name}"
    return found[1]


def examples(text: str) -> list[str]:
    return re.findall(r"(?s)```json\n(.*?)```", text)


@pytest.mark.parametrize("message", [*FROM_CLIENT, *FROM_SERVER], ids=tag)
def test_every_field_of_a_message_is_named(message: Any) -> None:
    text = section(tag(message))
    for field in message.__struct_fields__:
        assert f"`{field}`" in text, field


@pytest.mark.parametrize("message", FROM_CLIENT, ids=tag)
def test_what_may_be_left_out_is_told_with_what_it_means_then(message: Any) -> None:
    text = section(tag(message))
    for field in msgspec.structs.fields(message):
        if not field.required:
            assert f"`{field.name}` ({json.dumps(field.default)}" in text, field.name


@pytest.mark.parametrize("part", [SeatShown, AskedShown, LineShown, Outcome])
def test_every_field_inside_a_table_is_named(part: Any) -> None:
    for field in part.__struct_fields__:
        assert f"`{field}`" in section("table"), field


def test_page_tells_of_no_message_that_there_is_not() -> None:
    assert set(re.findall(r"(?m)^### (.*)$", SOCKET)) == {tag(each) for each in (*FROM_CLIENT, *FROM_SERVER)}


@pytest.mark.parametrize("message", FROM_CLIENT, ids=tag)
def test_example_of_a_client_is_understood_by_the_server(message: Any) -> None:
    [example] = examples(section(tag(message)))
    assert isinstance(protocol.read_message(example), message)
    assert json.loads(example).keys() == {"type", *message.__struct_fields__}


@pytest.mark.parametrize("message", FROM_SERVER, ids=tag)
def test_example_of_the_server_is_such_a_message(message: Any) -> None:
    [example] = examples(section(tag(message)))
    assert Types(ROOT / PROTOCOL).fits(json.loads(example), message.__name__)


def test_every_word_for_programs_is_told() -> None:
    told = set(re.findall(r"(?m)^\| `(\w+)` \|", section("refused")))
    assert told >= {*connection._WHY.values(), "message", "storage"}


def test_limits_are_those_of_the_server() -> None:
    limits = SOCKET[SOCKET.index("## Limits") :]
    assert f"{protocol.MOST_BYTES // 1024} KiB" in limits
    assert f"{MESSAGES_AT_ONCE} messages at once, {MESSAGES_PER_SECOND} a second" in limits
    assert f"{connection._MOST_WAITING} answers" in limits
    assert f"{connection._MOST_WATCHED} tables and seats" in limits
    assert f"{off_loop._MOST_OF_ONE} long games" in limits
    assert f"code {sockets.TOO_BIG}" in limits
    assert f"code {refusals.POLICY_VIOLATION}" in limits
    assert f"This is version {protocol.VERSION}." in SOCKET
    assert f"{USUAL_LIMITS.calls_per_minute} calls a minute" in GUIDE
    assert f"{USUAL_LIMITS.sockets_per_address} sockets" in limits


def test_every_call_of_the_api_is_listed(server: Server) -> None:
    paths = httpx.get(f"{server.url}/schema/openapi.json").json()["paths"]
    calls = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    listed = set(re.findall(r"(?m)^\| `([A-Z]+ /api/\S+)` \|", GUIDE))
    assert {call for call in calls if " /api/" in call} == listed
    assert calls == listed, "calls outside of /api are not listed anywhere"


def test_messages_in_the_guide_are_understood_by_the_server() -> None:
    messages = [each for each in examples(GUIDE) if '"type"' in each]
    assert len(messages) == 2
    for each in messages:
        protocol.read_message(each)


def test_example_bot_uses_only_what_the_guide_tells_of() -> None:
    program = Path(ROOT / "examples/bot.py").read_text(encoding="utf-8")
    for call in set(re.findall(r'"(/api/\S+?)"', program)):
        assert call.replace("{table}", "{table_id}") in GUIDE, call
    for key in set(re.findall(r'message\["(\w+)"\]', program)):
        assert f"`{key}`" in SOCKET + GUIDE or key == "type", key


def test_everything_that_is_counted_is_told_to_operators(server: Server) -> None:
    page = (ROOT / "docs/deployment.md").read_text(encoding="utf-8")
    told = set(re.findall(r"(?m)^\| `(stolik_\w+)", page))
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    families = [line.split()[2:4] for line in lines if line.startswith("# TYPE ")]
    counted = {name for name, _ in families if not name.endswith("_created")}
    assert counted == told


def test_links_between_documents_lead_somewhere() -> None:
    for page in ("docs/protocol.md", "docs/deployment.md", CALLS, "README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text):
            assert ((ROOT / page).parent / link).exists(), (page, link)

"""Names: everything in them can be seen, and nobody logs in by one that looks like another's."""

from __future__ import annotations

import secrets

import httpx
import pytest

from stolik.core.message import Complaint
from stolik.storage.lookalikes import look_of
from stolik.web.accounts.names import login_of, name_from, new_login, readable, sayable
from tests.web.servers import Person
from tests.web.test_accounts import PASSWORD, log_in, me, register

#: What is not seen, or turns round what is: refused in every name, wherever it stands.
UNSEEN = [
    *("\u0085", "\u009b", "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180b", "\u180e"),
    *("\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b", "\u202c"),
    *("\u202d", "\u202e", "\u2060", "\u2061", "\u2066", "\u2067", "\u2068", "\u2069", "\u206f", "\u2800"),
    *("\u3164", "\ufe00", "\ufe0f", "\ufeff", "\uffa0", "\ufff9", "\U000e0041", "\U000e0101", "\U0001d173"),
    # private, not assigned, half a character
    *("\ue000", "\U000f0000", "\u0378", "\ufffe", "\ud800"),
]


def number(character: str) -> str:
    return f"U+{ord(character):04X}"


@pytest.mark.parametrize("unseen", UNSEEN, ids=number)
@pytest.mark.parametrize("name", ["{}", "An{}na", "{}Anna", "Anna{}"])
def test_what_is_not_seen_is_in_no_new_name(name: str, unseen: str) -> None:
    for check in (readable, new_login):
        with pytest.raises(Complaint):
            check(name.format(unseen))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u00a0\u2003",
        "\u0301",
        " \u0301",
        "a \u0301",
        "a" + "\u0301" * 4,
        "Z̴̨̛a̷͚l",
        "ﷺ" * 3,
        "a" * 41,
    ],
)
def test_name_of_blanks_or_stacks_of_marks_or_too_long_is_refused(name: str) -> None:
    with pytest.raises(Complaint):
        readable(name)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Anna \u00a0 Maria ", "Anna Maria"),
        ("ＡＮＮＡ", "ANNA"),
        ("Z\u0307o\u0301łw", "Żółw"),
        ("João Gonçalves", "João Gonçalves"),
        ("O’Neill-Wiśniewska, jr.", "O’Neill-Wiśniewska, jr."),
        ("Nguyễn", "Nguyễn"),
        ("Анна", "Анна"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("नमस्ते", "नमस्ते"),
        ("佐々木", "佐々木"),
        ("Ania 🦊", "Ania 🦊"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("👍🏽", "👍🏽"),
        ("🇵🇱", "🇵🇱"),
    ],
)
def test_name_that_people_have_is_kept(name: str, kept: str) -> None:
    assert readable(name) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [("Żółw", "żółw"), ("ＡＮＮＡ", "anna"), ("Straße", "STRASSE"), (" anna ", "anna"), ("ﬁn", "FIN")],
)
def test_names_that_are_written_differently_are_the_same(one: str, other: str) -> None:
    assert login_of(one) == login_of(other)


@pytest.mark.parametrize("name", ["", "   ", "an\u200bna", "an\x00na", "anna\u202e", "ﷺ" * 5 + "a" * 40])
def test_name_that_cannot_be_told_apart_never_logged_anybody_in(name: str) -> None:
    with pytest.raises(Complaint):
        login_of(name)


@pytest.mark.parametrize(
    "name",
    [
        *("\u0430nna", "ann\u0430", "αnna", "Αnna", "annա", "annaの", "pаypal", "аnnα"),  # scripts mixed
        *("ɑnna", "ᴀnna", "ǀuka", "ꓮꓠꓠꓮ", "Ꭺnna", "𐌀𐌁", "ⲁⲛ"),  # letters of no language in use
        *("anna😀", "anna٣", "anna‐k", "anna·k"),  # signs with many twins
    ],
)
def test_login_that_looks_like_what_it_is_not_is_refused(name: str) -> None:
    assert login_of(name)  # who has it keeps it
    with pytest.raises(Complaint):
        new_login(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "anna",
            "anna.kowalska+stolik@example.org",
            "żółw",
            "joão_3",
            "łódź đặng ø",
            "анна",
            "ελένη",
        ),
        *("დათო", "נועה", "علي", "अनिता", "佐々木さくら", "タロー", "김민준", "o’neill", "2026"),
    ],
)
def test_login_of_one_script_is_taken(name: str) -> None:
    assert new_login(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("аере", "aepe"),
        ("СОРА", "copa"),
        ("мама", "MAMA"),
        ("ёж", "ëж"),
        ("ορα", "opa"),
        ("paul0", "paulo"),
        ("anna1", "annal"),
        ("ılgaz", "ilgaz"),
        ("İlgaz", "ilgaz"),
        ("șerban", "şerban"),
        ("ǎ", "ă"),
        ("o’neill", "o'neill"),
        ("anna  k", "anna k"),
        ("æsir", "aesir"),
        ("ロカ", "口力"),
    ],
)
def test_names_that_are_taken_for_each_other_have_one_look(one: str, other: str) -> None:
    assert login_of(one) != login_of(other)
    assert look_of(login_of(one)) == look_of(login_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("ania", "anla"), ("zolw", "żółw"), ("joao", "joão"), ("anna", "annak"), ("barn", "bam"), ("л", "n")],
)
def test_names_that_are_told_apart_have_two_looks(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


def test_long_login_makes_a_name_that_is_kept() -> None:
    assert name_from(" ﬁ" * 30) == ("fi " * 14)[:40].strip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Cześć,\n Bruno!\t", "Cześć, Bruno!"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("\x1b[31mred\x9b0m \x07", "[31mred0m"),
        ("👩\u200d👩", "👩\u200d👩"),
        ("a" + "\u0316" * 20, "a" + "\u0316" * 4),
        ("\u202e \u200b \u3164 \u2800", ""),
    ],
)
def test_what_is_said_turns_no_other_line_round(text: str, shown: str) -> None:
    assert sayable(text) == shown


# --- at a server ------------------------------------------------------------------------------------------


def test_every_door_refuses_a_name_that_hides_something(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)["id"]
    seats = f"/api/tables/{table}/seats"
    for name in ("An\u202ena", "\u3164", "\u2800", "a\u200db"):
        for person, path, body in (
            (anna, "/api/me", {"name": name}),
            (anna, "/api/tokens", {"name": name}),
            (anna, "/api/tables", {"preset": "rummikub", "n_seats": 2, "name": name}),
            (anna, "/api/account", {"login": "anna", "password": PASSWORD, "name": name}),
            (anna, "/api/account", {"login": name, "password": PASSWORD}),
            (anna, "/api/passkeys/options", {"login": name}),
            (bruno, seats, {"name": name}),
            (bruno, seats, {"name": name, "another": True}),
        ):
            answer = _at_localhost(person, path, body)
            assert answer.status_code == 409, (path, answer.text)
            assert answer.json()["message"]
    assert me(anna)["guest"]
    assert anna.http.get("/api/tokens").json() == []
    assert [seat and seat["name"] for seat in _seats(anna, table)] == ["Anna", None]


def _at_localhost(person: Person, path: str, body: dict[str, object]) -> httpx.Response:
    """Passkeys need a name of the server, not a number."""
    return person.http.post(path, json=body, headers={"Host": f"localhost:{person.http.base_url.port}"})


def _seats(person: Person, table: str) -> list[dict[str, object] | None]:
    return list(person.http.get(f"/api/tables/{table}").json()["seats"])


#: Latin letters, and Cyrillic ones that are drawn alike.
LATIN, CYRILLIC = "aceiopsxyjhk", "асеіорѕхујһк"


def test_account_cannot_be_made_that_looks_like_another(anna: Person, bruno: Person) -> None:
    login = "".join(secrets.choice(LATIN) for _ in range(16))
    twin = login.translate(str.maketrans(LATIN, CYRILLIC))
    register(anna, login)
    for name, said in ((twin[:8] + login[8:], "one script"), (twin, "looks like"), (login.upper(), "taken")):
        answer = bruno.http.post("/api/account", json={"login": name, "password": PASSWORD})
        assert answer.status_code == 409
        assert said in answer.json()["message"]
    assert me(bruno)["guest"]
    assert log_in(bruno, twin).status_code == 401
    assert log_in(bruno, login.upper()).status_code == 200


def test_what_is_said_is_kept_without_what_turns_it_round(anna: Person) -> None:
    table = anna.table("rummikub", None)["id"]
    with anna.socket() as socket:
        socket.watch(table, 0)
        socket.send("say", table=table, id="s", text="\u202eevil\x1b[2J")
        assert socket.expect("said")["text"] == "evil[2J"
        socket.send("say", table=table, id="t", text="\u2067\u200b")
        assert socket.expect("done", "refused")["type"] == "done"
        assert socket.expect("done", "refused")["type"] == "refused"

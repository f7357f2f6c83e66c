"""Messages to browsers: locked as the standard says, and brought only to where a browser may be reached."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from stolik.storage.subscriptions import Subscription
from stolik.web.push.messages import (
    NoPushService,
    PushSender,
    base64_of,
    is_public,
    locked,
    public_bytes,
    read_base64,
)

#: The example of RFC 8291, section 5 and appendix A.
RFC_TEXT = b"When I grow up, I want to be a watermelon"
RFC_SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RFC_BROWSER = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
RFC_SALT = "DGv6ra1nlYgDCS1FRnbzlw"
RFC_LOCKED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
POINT, SECRET = RFC_BROWSER


def test_message_is_locked_as_in_the_example_of_the_standard() -> None:
    number = int.from_bytes(read_base64(RFC_SENDER), "big")
    browser = Subscription("", read_base64(POINT), read_base64(SECRET), "")
    made = locked(RFC_TEXT, browser, ec.derive_private_key(number, ec.SECP256R1()), read_base64(RFC_SALT))
    assert base64_of(made) == RFC_LOCKED


def test_key_of_a_server_stays_the_same_and_is_no_other_servers() -> None:
    assert PushSender(b"one").public_key == PushSender(b"one").public_key
    assert PushSender(b"one").public_key != PushSender(b"other").public_key


def test_subscription_of_a_browser_is_taken() -> None:
    taken = PushSender(b"one").checked("https://push.example.org/send/abc", POINT, SECRET, "https://here")
    assert taken.public_key == read_base64(POINT)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/abc",
        "http://127.0.0.1/abc",
        "https://localhost/abc",
        "https://push.example.org:8443/abc",
        "https://user@push.example.org/abc",
        "https://push.example.org:99999/abc",
        "https://push.example.org/a b\r\nhost: other",
        "file:///etc/passwd",
        "https://[::1/abc",
        "https://@push.example.org/abc",
        "https://:word@push.example.org/abc",
        "https://push/abc",
        "https://127.0.0.1/abc",
        "https://127.1/abc",
        "https://0x7f.0.0.1/abc",
        "https://2130706433/abc",
        "https://10.1.2.3/abc",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/abc",
        "https://[::ffff:10.0.0.1]/abc",
        "https://[fd00::1]/abc",
        "https://LOCALHOST/abc",
        "https://push.localhost/abc",
        "https://printer.local/abc",
        "https://metadata.google.internal/abc",
        "https://router.home.arpa/abc",
        "https://localhost./abc",
        "https://push.example.org./abc",
        "https://push..example.org/abc",
        "https://push.example.org%00.local/abc",
        "",
    ],
)
def test_address_that_no_push_service_has_is_refused(endpoint: str) -> None:
    with pytest.raises(NoPushService):
        PushSender(b"one").checked(endpoint, POINT, SECRET, "https://here")


@pytest.mark.parametrize(
    ("point", "secret"),
    [("", SECRET), (POINT[:-4], SECRET), (POINT, ""), (POINT, SECRET + "AAAA"), ("żółw", SECRET)],
)
def test_key_that_no_browser_has_is_refused(point: str, secret: str) -> None:
    with pytest.raises(NoPushService):
        PushSender(b"one").checked("https://push.example.org/abc", point, secret, "https://here")


PRIVATE = (
    "127.0.0.1 10.1.2.3 192.168.0.1 169.254.169.254 0.0.0.0 100.64.0.1 224.0.0.1 ::1 fd00::1 fe80::1%eth0"
    " 64:ff9b::a00:1 2002:a00:1::1"
)


@pytest.mark.parametrize("place", [*PRIVATE.split(), "::ffff:10.0.0.1"])
def test_own_network_is_not_public(place: str) -> None:
    assert not is_public(place)


@pytest.mark.parametrize("place", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_addresses_of_the_world_are_public(place: str) -> None:
    assert is_public(place)


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.1"])
def test_nothing_is_sent_into_the_own_network(host: str) -> None:
    browser = Subscription(f"https://{host}/abc", read_base64(POINT), read_base64(SECRET), "https://here")
    assert PushSender(b"one").send(browser, b"{}", topic="t", keep_s=60, now_s=0) == "failed"


@pytest.mark.anyio
async def test_name_that_leads_to_this_machine_is_refused_when_it_is_looked_up() -> None:
    sender = PushSender(b"one")
    here, nowhere = (
        Subscription(f"https://{host}/abc", b"", b"", "") for host in ("localhost", "no.invalid")
    )
    with pytest.raises(NoPushService):
        await sender.check_place(here)
    await sender.check_place(nowhere)  # it is looked up again when something is sent
    sender.close()


def test_public_half_of_a_key_is_a_point() -> None:
    assert len(public_bytes(ec.generate_private_key(ec.SECP256R1()))) == 65


@contextmanager
def service(*parts: bytes, pause_s: float = 0.0) -> Iterator[Subscription]:
    """A push service on this machine that answers in parts, with a pause before each."""
    over = threading.Event()

    def answer() -> None:
        try:
            caller, _ = listening.accept()
            with caller:
                caller.recv(65536)
                for part in parts:
                    over.wait(pause_s)
                    caller.sendall(part)
                over.wait(20)
        except OSError:
            return  # the caller has gone

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer)
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/abc"
        yield Subscription(address, read_base64(POINT), read_base64(SECRET), "https://here")
        over.set()
        thread.join()


def fate(browser: Subscription, patience_s: float = 20) -> str:
    sender = PushSender(b"one", loopback=True, patience_s=patience_s)
    return sender.send(browser, b"{}", topic="t", keep_s=60, now_s=0)


@pytest.mark.parametrize(
    ("answer", "becomes"),
    [
        (b"HTTP/1.1 201 Created\r\n\r\n", "sent"),
        (b"HTTP/1.1 200\r\n", "sent"),
        (b"HTTP/1.1 410 Gone\r\n\r\n", "dead"),
        (b"HTTP/1.1 500 Oops\r\n\r\n", "failed"),
        (b"SSH-2.0 201\r\n", "failed"),
        (b"x" * 1_000_000, "failed"),
    ],
)
def test_first_line_of_an_answer_tells_what_has_become_of_a_message(answer: bytes, becomes: str) -> None:
    with service(answer) as browser:
        assert fate(browser) == becomes


def test_service_that_answers_byte_by_byte_is_left_when_the_whole_takes_too_long() -> None:
    slowly = [bytes((byte,)) for byte in b"HTTP/1.1 201 Created\r\n\r\n"]
    with service(*slowly, pause_s=0.2) as browser:
        assert fate(browser, patience_s=1) == "failed"


def test_service_that_never_ends_its_answer_holds_nobody() -> None:
    with service(b"HTTP/1.1 201 Created\r\nX: ", *[b"x"] * 1000, pause_s=0.2) as browser:
        assert fate(browser) == "sent"

"""Web Push: a message that only one browser can read, brought to the push service which that browser trusts.

1. The message is locked for the browser (RFC 8291): a fresh key of ours and the browser's public key give a
   shared secret; that, the browser's own secret and a fresh salt give the key of one record of AES-128-GCM
   (RFC 8188).
2. The server says who it is (RFC 8292): by a token signed with a key of which the browser was told the public
   half when it subscribed. It follows from the server's key: every machine of a cluster has it, and nothing
   more has to be kept.
3. The address comes from a browser, that is from anybody: only https is spoken, only with public addresses,
   and the connection goes to the very address that was looked at. What is not public is not even kept.
   Whoever is there may be slow on purpose: everything together has one limit of time, and of the answer
   only the first line is read, up to a limit.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import socket
import ssl
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from stolik.core.message import Complaint
from stolik.storage.subscriptions import Subscription

_CURVE = ec.SECP256R1()
#: The order of the curve (FIPS 186-4, D.1.2.3): private keys lie below it.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_RECORD_BYTES = 4096
_SALT_BYTES = _SECRET_BYTES = 16
_TOKEN_LASTS_S = 12 * 3600
#: How long a service may take from the first word to the last, and how long the first line of its answer is.
_PATIENCE_S = 10.0
_LONGEST_LINE = 1_000
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")
_DEAD = (404, 410)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}")
#: Addresses of the fourth version behind a translator (RFC 6052).
_TRANSLATED = ip_network("64:ff9b::/96")
#: Ends of names that nobody in the world may have (RFC 6761, 6762, 7686, 8375 and usage).
_OWN_NAMES = {"localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "arpa"} | {
    "test",
    "example",
    "invalid",
    "onion",
    "alt",
}
#: How many names are looked up at once for those who subscribe, and how long each may take.
_N_LOOKUPS, _LOOKUP_S = 2, 2.0

Fate = Literal["sent", "dead", "failed"]


class NoPushService(Complaint):
    """An address that no browser would give."""

    def __init__(self) -> None:
        super().__init__("This is no address of a push service.")


def read_base64(text: str) -> bytes:
    """Bytes from the alphabet that is used in addresses; `NoPushService` for anything else."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise NoPushService from error


def base64_of(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as a point, uncompressed."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def locked(content: bytes, subscription: Subscription, key: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A message that only the browser of a subscription can read."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, subscription.public_key)
    ours = public_bytes(key)
    about = b"WebPush: info\0" + subscription.public_key + ours
    shared = _derived(key.exchange(ec.ECDH(), theirs), subscription.secret, about, 32)
    content_key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack(">IB", _RECORD_BYTES, len(ours)) + ours
    return header + AESGCM(content_key).encrypt(nonce, content + b"\x02", None)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


class PushSender:
    """Speaks to push services in the name of one server."""

    def __init__(self, key: bytes, *, loopback: bool = False, patience_s: float = _PATIENCE_S) -> None:
        number = int.from_bytes(hmac.digest(key, b"push", hashlib.sha512), "big")
        self._key = ec.derive_private_key(1 + number % (_ORDER - 1), _CURVE)
        #: For tests alone: a push service on this machine, by plain http.
        self._loopback = loopback
        self._patience_s = patience_s
        self._lookups = ThreadPoolExecutor(_N_LOOKUPS, thread_name_prefix="push lookup")
        self._n_lookups = 0

    @property
    def public_key(self) -> str:
        """What a browser has to know of us when it subscribes."""
        return base64_of(public_bytes(self._key))

    def checked(self, endpoint: str, public_key: str, secret: str, origin: str) -> Subscription:
        """A subscription that can be used, or `NoPushService`."""
        found = Subscription(endpoint, read_base64(public_key), read_base64(secret), origin)
        try:
            self.check(found)
        except ValueError as error:
            raise NoPushService from error
        return found

    def check(self, subscription: Subscription) -> None:
        """Refuse what no browser would give, or could not be read: `NoPushService` or `ValueError`."""
        endpoint = subscription.endpoint
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, subscription.public_key)
        self._check(urlsplit(endpoint))
        if len(subscription.secret) != _SECRET_BYTES or not endpoint.isascii() or not endpoint.isprintable():
            raise NoPushService

    async def check_place(self, subscription: Subscription) -> None:
        """Refuse a name that leads into a network of one's own.

        One that cannot be looked up now is taken: it is looked up again whenever something is sent.
        """
        address = urlsplit(subscription.endpoint)
        if address.scheme != "https" or self._n_lookups >= _N_LOOKUPS:
            return
        self._n_lookups += 1
        looking = asyncio.get_running_loop().run_in_executor(self._lookups, _places, address.hostname or "")
        looking.add_done_callback(self._looked_up)
        done, _ = await asyncio.wait({looking}, timeout=_LOOKUP_S)
        if done and looking.exception() is None and not all(map(is_public, looking.result())):
            raise NoPushService

    def _looked_up(self, done: asyncio.Future[list[str]]) -> None:
        self._n_lookups -= 1
        if not done.cancelled():
            done.exception()  # a name that nobody knows is nothing to tell of

    def close(self) -> None:
        """Look up nothing more."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    def _check(self, address: SplitResult) -> None:
        """Whether it looks like a public address, as far as that can be seen."""
        host = address.hostname or ""
        if address.scheme == "http" and self._loopback and host == "127.0.0.1":
            return
        if address.scheme != "https" or "@" in address.netloc or address.port not in (None, 443):
            raise NoPushService
        if not (_is_public_name(host) or _is_public_literal(host)):
            raise NoPushService

    def send(
        self, subscription: Subscription, content: bytes, *, topic: str, keep_s: int, now_s: int
    ) -> Fate:
        """Bring a message, which takes its time; one of the same topic that still waits there gives way."""
        address = urlsplit(subscription.endpoint)
        body = locked(content, subscription, ec.generate_private_key(_CURVE), os.urandom(_SALT_BYTES))
        token = self._token(address, subscription.origin, now_s)
        headers = {
            "host": address.netloc,
            "authorization": f"vapid t={token}, k={self.public_key}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(keep_s),
            "topic": topic,
            "urgency": "high",
        }
        path = address.path + (f"?{address.query}" if address.query else "")
        try:
            status = self._posted(address, path or "/", body, headers)
        except (OSError, http.client.HTTPException, ValueError, NoPushService):
            return "failed"
        return "dead" if status in _DEAD else "sent" if 200 <= status < 300 else "failed"

    def _posted(self, address: SplitResult, path: str, body: bytes, headers: dict[str, str]) -> int:
        """What a service says to a message."""
        until = _Until(self._patience_s)
        connection = http.client.HTTPConnection(address.hostname or "")
        connection.sock = self._connected(address, until)
        try:
            connection.sock.settimeout(until.left_s())
            connection.request("POST", path, body, headers)
            return _status(connection.sock, until)
        finally:
            connection.close()

    def _token(self, address: SplitResult, origin: str, now_s: int) -> str:
        claims = {"aud": f"{address.scheme}://{address.netloc}", "exp": now_s + _TOKEN_LASTS_S, "sub": origin}
        parts = [base64_of(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = ".".join(parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{base64_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"

    def _connected(self, address: SplitResult, until: _Until) -> socket.socket:
        host = address.hostname or ""
        self._check(address)
        if address.scheme == "http":
            return socket.create_connection((host, address.port or 80), until.left_s())
        # how long a name is looked up is for the system to say, and not for whoever is called so
        places = _places(host)
        if not places or not all(is_public(place) for place in places):
            raise NoPushService
        plain = socket.create_connection((places[0], 443), until.left_s())
        try:
            plain.settimeout(until.left_s())
            return ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        except BaseException:
            plain.close()
            raise


class _Until:
    """The moment at which patience is over."""

    def __init__(self, patience_s: float) -> None:
        self._end = time.monotonic() + patience_s

    def left_s(self) -> float:
        """How long there is still; `TimeoutError` if it is over."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _status(connection: socket.socket, until: _Until) -> int:
    """The number in the first line of an answer, the only one that is read; `ValueError` without one."""
    line = b""
    while b"\n" not in line and len(line) < _LONGEST_LINE:
        connection.settimeout(until.left_s())
        more = connection.recv(_LONGEST_LINE - len(line))
        if not more:
            break
        line += more
    found = _STATUS.match(line)
    if found is None:
        raise ValueError("this is no answer")
    return int(found[1])


def _places(host: str) -> list[str]:
    """The addresses of a name."""
    return [str(each[4][0]) for each in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]


def is_public(place: str) -> bool:
    """Whether an address is one of the whole world: nobody may make the server knock at its own network."""
    reached = _reached(ip_address(place.partition("%")[0]))
    return all(each.is_global and not each.is_multicast for each in reached)


def _reached(place: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """An address, and the one of the fourth version that it stands for if it does."""
    if isinstance(place, IPv4Address):
        return [place]
    if place.ipv4_mapped is not None:
        return [place.ipv4_mapped]
    inner = IPv4Address(int(place) & 0xFFFF_FFFF) if place in _TRANSLATED else place.sixtofour
    return [place] if inner is None else [place, inner]


def _is_public_literal(host: str) -> bool:
    try:
        return "." in host and is_public(host)
    except ValueError:
        return False


def _is_public_name(host: str) -> bool:
    """Whether a name could be one of the whole world; numbers in odd spellings are no names."""
    labels = host.split(".")
    is_name = len(labels) > 1 and all(map(_LABEL.fullmatch, labels)) and labels[-1][0].isalpha()
    return is_name and labels[-1] not in _OWN_NAMES

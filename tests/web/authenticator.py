"""An authenticator in software: it makes keys and signs as a telephone or a security key does."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One key, used in a browser that shows one origin."""

    def __init__(self, origin: str, *, verifies: bool = True, counts: bool = True) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.n_used = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._flags = _PRESENT | (_VERIFIED if verifies else 0)
        self._counts = counts

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + self._public_key()
        told = self._told(options["rp"]["id"], self._flags | _ATTESTED) + attested
        statement = _cbor({"fmt": "none", "attStmt": {}, "authData": told})
        client = self._client("webauthn.create", options["challenge"])
        return self._credential({"clientDataJSON": client, "attestationObject": statement})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        self.n_used += self._counts
        told = self._told(options["rpId"], self._flags)
        client = self._client("webauthn.get", options["challenge"])
        signed = self._key.sign(told + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        answer = {"clientDataJSON": client, "authenticatorData": told, "signature": signed}
        return self._credential(answer)

    def _told(self, name: str, flags: int) -> bytes:
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + self.n_used.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _credential(self, response: dict[str, bytes]) -> dict[str, Any]:
        number = _text(self.id)
        shown = {name: _text(value) for name, value in response.items()}
        return {"id": number, "rawId": number, "type": "public-key", "response": shown}

    def _public_key(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        return _cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _cbor(value: Any) -> bytes:
    """As much of CBOR as authenticators speak."""
    match value:
        case int():
            return _head(0, value) if value >= 0 else _head(1, -1 - value)
        case bytes():
            return _head(2, len(value)) + value
        case str():
            return _head(3, len(value.encode())) + value.encode()
        case dict():
            pairs = b"".join(_cbor(key) + _cbor(each) for key, each in value.items())
            return _head(5, len(value)) + pairs
    raise TypeError(value)


def _head(kind: int, size: int) -> bytes:
    if size < 24:
        return bytes([kind << 5 | size])
    if size < 256:
        return bytes([kind << 5 | 24, size])
    return bytes([kind << 5 | 25]) + size.to_bytes(2, "big")

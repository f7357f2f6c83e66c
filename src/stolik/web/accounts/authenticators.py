"""Passkeys as browsers speak of them (WebAuthn), checked against what is stored."""

from __future__ import annotations

import hashlib
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from stolik.core.message import Complaint
from stolik.storage.passkeys import Passkey
from stolik.storage.players import Player
from stolik.texts import N_
from stolik.web.accounts.identity import Connection, is_secure
from stolik.web.accounts.membership import Membership

#: For what a challenge is answered.
_LOG_IN = "log in"


class NotProven(Complaint):
    """The authenticator's answer does not prove what it should."""

    def __init__(self) -> None:
        super().__init__("This passkey was not accepted. Please try again.")


class Place(NamedTuple):
    """The address at which passkeys are made and used; each belongs to one name."""

    name: str
    origin: str


def why_not(connection: Connection) -> str | None:
    """Why no passkey can be used at this address; None where one can."""
    name = _place(connection).name
    if _is_number(name):
        if ip_address(name).is_loopback:
            return N_("Browsers allow passkeys on this machine only where its address says localhost.")
    elif name and (is_secure(connection) or name == "localhost" or name.endswith(".localhost")):
        return None
    return N_("Browsers allow passkeys only at an https address with a name. Use a password here.")


def checked_place(connection: Connection) -> Place:
    """Where the client is, if passkeys can be used there."""
    reason = why_not(connection)
    if reason is not None:
        raise Complaint(reason)
    return _place(connection)


def options_to_make(
    place: Place, members: Membership, player: Player, user_name: str, held: list[Passkey], now_ms: int
) -> dict[str, Any]:
    """What the browser needs to make a passkey for a player."""
    options = webauthn.generate_registration_options(
        rp_id=place.name,
        rp_name="Stolik",
        user_id=player.id.encode(),
        user_name=user_name,
        user_display_name=player.name or user_name,
        challenge=members.passkey_challenges.new(_making(player.id), now_ms),
        # nobody types a name to log in by passkey, so the authenticator has to know it
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(each.id) for each in held],
    )
    return dict(options_to_json_dict(options))


def made(
    place: Place, members: Membership, player_id: str, credential: dict[str, Any], name: str, now_ms: int
) -> Passkey:
    """The passkey that an authenticator has made."""
    challenge, _ = _challenge(members, credential, _making(player_id), now_ms)
    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
            require_user_verification=True,
        )
    except Exception as error:  # parsers of what anybody may send: whatever they say, it proves nothing
        raise NotProven from error
    return Passkey(
        verified.credential_id, player_id, name, verified.credential_public_key, verified.sign_count, now_ms
    )


def options_to_log_in(place: Place, members: Membership, now_ms: int) -> dict[str, Any]:
    """What the browser needs to log in; it tells nothing about who has an account."""
    options = webauthn.generate_authentication_options(
        rp_id=place.name,
        challenge=members.passkey_challenges.new(_LOG_IN, now_ms),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(options_to_json_dict(options))


async def used(place: Place, members: Membership, credential: dict[str, Any], now_ms: int) -> Passkey:
    """The passkey that an authenticator proves to have; the proof counts once."""
    challenge, until_ms = _challenge(members, credential, _LOG_IN, now_ms)
    passkey = await members.passkeys.find(_credential_id(credential))
    if passkey is None:
        raise NotProven
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.n_used,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise NotProven from error
    digest = hashlib.sha256(challenge).hexdigest()
    if not await members.passkeys.use(passkey, verified.new_sign_count, digest, until_ms, now_ms):
        raise NotProven
    return passkey


def _making(player_id: str) -> str:
    return f"make a passkey for {player_id}"


def _challenge(
    members: Membership, credential: dict[str, Any], purpose: str, now_ms: int
) -> tuple[bytes, int]:
    """The challenge that was answered, if it is one of ours, and until when it is good."""
    try:
        answered = base64url_to_bytes(credential["response"]["clientDataJSON"])
        challenge = parse_client_data_json(answered).challenge
    except Exception as error:  # as above
        raise NotProven from error
    until_ms = members.passkey_challenges.until_ms(challenge, purpose, now_ms)
    if until_ms is None:
        raise NotProven
    return challenge, until_ms


def _credential_id(credential: dict[str, Any]) -> bytes:
    try:
        return base64url_to_bytes(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotProven from error


def _place(connection: Connection) -> Place:
    host = connection.headers.get("host", "")
    scheme = "https" if is_secure(connection) else "http"
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = ""
    return Place(name, f"{scheme}://{host}")


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

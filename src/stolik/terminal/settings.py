"""What a person prefers: language and notation, kept in a small file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import cyclopts
import msgspec
import platformdirs
from rich.console import Console

from stolik.core.about import Preset
from stolik.core.message import Complaint
from stolik.notation.coordinates import Notation
from stolik.texts import N_, Translator, preferred_language

Language = Literal["pl", "pt", "en"]
NotationName = Literal["polish", "international"]
_NOTATIONS: dict[NotationName, str] = {"polish": N_("Polish"), "international": N_("international")}


class Settings(msgspec.Struct, frozen=True):
    """None leaves the choice to the system's language and the preset's notation."""

    language: Language | None = None
    notation: NotationName | None = None


class Speaker(Translator):
    """A translator that also words complaints."""

    def complaint(self, complaint: Complaint) -> str:
        clause = getattr(complaint, "clause", None)
        sentence = self.sentence(complaint.message)
        return f"{sentence} ({clause})" if clause else sentence


def settings_file() -> Path:
    return platformdirs.user_config_path("stolik") / "settings.toml"


def load() -> Settings:
    """The settings on disk; none, or unreadable ones, are no settings."""
    try:
        stored = tomllib.loads(settings_file().read_text(encoding="utf-8"))
        return msgspec.convert(stored, Settings)
    except (OSError, tomllib.TOMLDecodeError, UnicodeError, msgspec.ValidationError):
        return Settings()


def say() -> Speaker:
    """The translator for the person at this terminal."""
    asked_for = os.environ.get("STOLIK_LANGUAGE")
    return Speaker(asked_for or load().language or preferred_language())


def notation_for(preset: Preset, chosen: str | None) -> Notation:
    """The notation asked for, else the one in the settings, else the preset's own."""
    return Notation(chosen or load().notation or preset.notation)


def change(
    *,
    language: Annotated[Language | None, cyclopts.Parameter(help="Language of the program.")] = None,
    notation: Annotated[NotationName | None, cyclopts.Parameter(help="How coordinates are written.")] = None,
) -> int:
    """Show the settings, or change them."""
    current = load()
    changed = Settings(language or current.language, notation or current.notation)
    if changed != current:
        lines = [f'{name} = "{value}"\n' for name, value in msgspec.structs.asdict(changed).items() if value]
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        settings_file().write_text("".join(lines), encoding="utf-8")
    console = Console()
    text = Speaker(changed.language or preferred_language())
    console.print(text("Language: {value}", value=changed.language or text("the system's")))
    notation_name = _NOTATIONS[changed.notation] if changed.notation else N_("the preset's")
    console.print(text("Notation: {value}", value=text(notation_name)))
    return 0


def register(app: cyclopts.App) -> None:
    """Add the command."""
    app.command(change, name="settings")

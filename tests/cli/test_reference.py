"""The command reference is what the commands say of themselves, and everything has a description."""

import re

from stolik.cli.app import make_app
from tools.cli_reference import TARGET, reference


def test_reference_is_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == reference(), "run: python -m tools.cli_reference"


def test_every_command_and_parameter_is_described() -> None:
    undescribed = re.findall(r"^\* `[^`]+`:? *(?:\*.*)?$", reference(), re.MULTILINE)
    assert not undescribed
    for name in make_app():
        if not name.startswith("-"):
            assert make_app()[name].help, name

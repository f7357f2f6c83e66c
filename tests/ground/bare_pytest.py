"""An environment for a pytest of its own that a test starts."""

from __future__ import annotations

import os


def bare_environment() -> dict[str, str]:
    """Ours, but of the installed plugins only Hypothesis is loaded: the others take most of a short run."""
    bare = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "_hypothesis_pytestplugin"}
    return {**os.environ, **bare}

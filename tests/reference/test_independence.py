"""The slow references must share no code with what they judge."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
ALLOWED = sys.stdlib_module_names - {"ctypes", "importlib", "runpy", "subprocess"}
REFERENCES = sorted(path for path in HERE.glob("*.py") if not path.name.startswith("test_"))


def imported(source: Path) -> Iterator[str]:
    """The full names of the modules a file imports, wherever in the file."""
    package = source.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = ".".join(package[: -node.level]) + "." if node.level else ""
            module = (parent + (node.module or "")).rstrip(".")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def test_there_are_references_to_watch() -> None:
    assert HERE / "slow_movegen.py" in REFERENCES


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda path: path.name)
def test_reference_imports_only_the_standard_library_and_its_own_folder(reference: Path) -> None:
    own = "tests.reference."
    assert not [name for name in imported(reference) if name.split(".")[0] not in ALLOWED and own not in name]


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda path: path.name)
def test_reference_loads_nothing_by_name(reference: Path) -> None:
    nodes = ast.walk(ast.parse(reference.read_text(encoding="utf-8")))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not names & {"__import__", "exec", "eval"}


def test_imports_are_seen_with_their_full_names() -> None:
    assert "dataclasses.dataclass" in set(imported(HERE / "slow_movegen.py"))
    assert "tests.reference.slow_movegen.Move" in set(imported(HERE / "positions.py"))
    kernel_test = ROOT / "tests/kernels/test_movegen.py"
    assert "stolik.kernels.movegen.Generator" in set(imported(kernel_test))

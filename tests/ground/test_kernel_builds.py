"""The checked build of the kernels really checks, and a run cannot pass for checked when it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.bare_pytest import bare_environment

ROOT = Path(__file__).parents[2]
PROBE = """
def read(const unsigned char[:] items, int index):
    return items[index]

def halve(int number):
    assert number % 2 == 0, "odd"
    return number // 2
"""
USE = """
from stolik.kernels import probe
for call in (lambda: probe.read(b"abc", 3), lambda: probe.halve(3)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
"""


def test_checked_kernel_refuses_a_wrong_index_and_a_false_assertion(tmp_path: Path) -> None:
    shutil.copy(ROOT / "setup.py", tmp_path)
    for package in ("src/stolik/kernels", "built/stolik", "built/stolik/kernels"):
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "src/stolik/kernels/probe.pyx").write_text(PROBE)
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "built"]
    environment = {**os.environ, "STOLIK_CHECKED": "1"}
    subprocess.run(build, cwd=tmp_path, env=environment, check=True, capture_output=True)
    use = [sys.executable, "-c", USE]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "built")}
    done = subprocess.run(use, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["IndexError", "AssertionError"]


@pytest.mark.parametrize("kernel", ["wordgraph", "not_compiled_at_all"])
def test_checked_run_without_checked_kernels_is_refused(tmp_path: Path, kernel: str) -> None:
    (tmp_path / "src/stolik/kernels").mkdir(parents=True)
    (tmp_path / f"src/stolik/kernels/{kernel}.pyx").touch()
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests/conftest.py", tmp_path / "tests")
    (tmp_path / "tests/test_nothing.py").write_text("def test_nothing():\n    pass\n")
    run = [sys.executable, "-m", "pytest", "-q", "--checked-kernels", "tests"]
    done = subprocess.run(
        run, cwd=tmp_path, env=bare_environment(), check=False, capture_output=True, text=True
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"the kernel {kernel} has no checked build" in done.stderr

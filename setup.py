"""Builds the Cython kernels and the message catalogues; everything else is in pyproject.toml.

STOLIK_CHECKED=1 builds the kernels with bounds checks on, for the tests.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

CHECKED = os.environ.get("STOLIK_CHECKED") == "1"
KERNELS = sorted(path.stem for path in Path("src/stolik/kernels").glob("*.pyx"))


class BuildWithCatalogues(build_py):
    """Compiles each .po beside its source, so that a wheel and a checkout find the same .mo files."""

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for po in Path("src/stolik/texts").glob("*/LC_MESSAGES/*.po"):
            with po.open("rb") as source, po.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source))
        super().run()


setup(
    ext_modules=cythonize(
        [Extension(f"stolik.kernels.{name}", [f"src/stolik/kernels/{name}.pyx"]) for name in KERNELS],
        build_dir="build/checked-c" if CHECKED else "build/c",
        compiler_directives={
            "language_level": "3",
            "boundscheck": CHECKED,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": CHECKED,
            "nonecheck": CHECKED,
            "overflowcheck": False,
        },
        include_path=["src"],
    ),
    cmdclass={"build_py": BuildWithCatalogues},
)

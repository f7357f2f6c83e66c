"""Packages are fetched whole and read without their tools; what cannot be fetched is asked of a person."""

from __future__ import annotations

import io
import lzma
import sys
import tarfile
from pathlib import Path

import pytest

from tools.lexicons.packages import (
    DICTIONARY_PT,
    HUNSPELL_PL,
    WPOLISH,
    Package,
    fetch,
    member_of_deb,
    unpacking,
)
from tools.lexicons.steps import Trouble, run


def deb(member: str, content: bytes) -> bytes:
    """A Debian package with one file in it."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w:xz") as archive:
        entry = tarfile.TarInfo(f"./{member}")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": lzma.compress(b"odd"),
        "data.tar.xz": tar.getvalue(),
    }
    packed = b"!<arch>\n"
    for name, data in members.items():
        packed += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data
        packed += b"\n" * (len(data) % 2)
    return packed


def test_file_is_taken_out_of_a_debian_package_without_debian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    package = tmp_path / "wpolish_1-1_all.deb"
    package.write_bytes(deb("usr/share/dict/polish", "żółw\n".encode()))
    assert member_of_deb(package, "usr/share/dict/polish") == "żółw\n".encode()
    with pytest.raises(Trouble, match="holds no file usr/share/dict/czech"):
        member_of_deb(package, "usr/share/dict/czech")


def test_package_put_there_by_hand_is_used_and_its_version_told(tmp_path: Path) -> None:
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    (downloads / "hunspell-pl_1%3a7.5.0-1_all.deb").write_bytes(deb("a/b", b"x"))
    out = tmp_path / "b"
    assert run([unpacking(HUNSPELL_PL, "a/b", out, downloads)]) == {"hunspell-pl": "1:7.5.0-1"}
    assert out.read_bytes() == b"x"


def test_missing_program_leads_to_words_on_what_to_fetch_and_where_to_put_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for package, program in ((WPOLISH, "apt-get"), (DICTIONARY_PT, "npm")):
        with pytest.raises(Trouble) as told:
            fetch(package, tmp_path / "downloads")
        assert f"there is no program {program}" in str(told.value)
        assert package.pattern in str(told.value)
        assert str(tmp_path / "downloads") in str(told.value)


def test_half_fetched_package_does_not_count(tmp_path: Path) -> None:
    script = "open('thing-1.tgz', 'w').write('half'); raise SystemExit('the line broke')"
    broken = Package(
        "thing",
        "1",
        "thing-*.tgz",
        (sys.executable, "-c", script),
        "a shop",
        lambda path, _: path.read_bytes(),
    )
    for _ in range(2):
        with pytest.raises(Trouble, match="the line broke"):
            fetch(broken, tmp_path)

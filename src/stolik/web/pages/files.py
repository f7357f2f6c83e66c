"""Files that pages load, read once: no name leads elsewhere, and each is compressed once."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response
from litestar.exceptions import NotFoundException

_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
_COMPRESSED = {".js", ".css", ".svg"}
#: How long a browser keeps files that may change under the same name, and files whose name changes with them.
ASK_AGAIN, FOR_EVER = "no-cache", "public, max-age=31536000, immutable"
#: How hard a page is compressed: it is made for each visit.
_QUICKLY = 1


class File(NamedTuple):
    """A file that pages load; `compressed` is None where that would not make it smaller."""

    content: bytes
    compressed: bytes | None
    media_type: str
    mark: str


def read_files(folder: Path) -> dict[str, File]:
    """Every file of a folder that a page may load, by its path in it."""
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in _TYPES]
    return {path.relative_to(folder).as_posix(): _read(path) for path in paths}


def _read(path: Path) -> File:
    content = path.read_bytes()
    compressed = gzip.compress(content, 9, mtime=0) if path.suffix in _COMPRESSED else None
    return File(content, compressed, _TYPES[path.suffix], f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def answer_with(request: Request[Any, Any, Any], file: File | None, keep: str) -> Response[bytes]:
    """A file, unless the browser has it already; `keep` says how long it may keep it."""
    if file is None:
        raise NotFoundException
    headers = {"cache-control": keep, "etag": file.mark, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.mark:
        return Response(b"", status_code=304, headers=headers)
    content = file.content
    if file.compressed is not None and _reads_gzip(request):
        content, headers = file.compressed, headers | {"content-encoding": "gzip"}
    return Response(content, media_type=file.media_type, headers=headers)


def answer_page(request: Request[Any, Any, Any], page: str | bytes) -> Response[bytes]:
    """A page that nobody may keep."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    content = page.encode() if isinstance(page, str) else page
    if _reads_gzip(request):
        content, headers["content-encoding"] = gzip.compress(content, _QUICKLY, mtime=0), "gzip"
    return Response(content, media_type=MediaType.HTML, headers=headers)


def _reads_gzip(request: Request[Any, Any, Any]) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")

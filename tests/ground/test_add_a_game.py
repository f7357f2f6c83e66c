"""docs/add-a-game.md stays true; what it promises is tested by `test_conformance*.py`."""

from stolik.core.facets import FACETS
from tests.conftest import ROOT


def test_page_tells_every_facet() -> None:
    page = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
    assert [name for name in FACETS if f"| `{name}` |" not in page] == []

"""Steps are done once, and again when what they read has changed or they were stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ground.lexicon_recipe.samples import write
from tools.lexicons.steps import Facts, Step, carry_out, finished, run


def counted(path: Path) -> Facts:
    path.write_text("whole", encoding="utf-8")
    return {"words": 5}


def interrupted(path: Path) -> Facts:
    path.write_text("who", encoding="utf-8")
    raise KeyboardInterrupt


def test_finished_step_is_not_done_again(tmp_path: Path) -> None:
    source = write(tmp_path / "in", "a")
    step = Step("Counting", tmp_path / "out", (source,), counted)
    assert run([step]) == {"words": 5}
    assert run([Step("Counting", tmp_path / "out", (source,), interrupted)]) == {"words": 5}


def test_interrupted_step_leaves_nothing_that_counts(tmp_path: Path) -> None:
    step = Step("Counting", tmp_path / "out", (), interrupted)
    with pytest.raises(KeyboardInterrupt):
        run([step])
    assert not step.output.exists()
    assert finished(step) is None


def test_step_is_done_again_when_what_it_read_or_wrote_has_changed(tmp_path: Path) -> None:
    source = write(tmp_path / "in", "a")
    step = Step("Counting", tmp_path / "out", (source,), counted)
    carry_out(step)
    write(source, "b")
    assert finished(step) is None
    carry_out(step)
    assert finished(step) == {"words": 5}
    step.output.write_text("who", encoding="utf-8")
    assert finished(step) is None


def test_interrupted_repetition_takes_the_old_result_back(tmp_path: Path) -> None:
    source = write(tmp_path / "in", "a")
    carry_out(Step("Counting", tmp_path / "out", (source,), counted))
    write(source, "b")
    again = Step("Counting", tmp_path / "out", (source,), interrupted)
    with pytest.raises(KeyboardInterrupt):
        carry_out(again)
    write(source, "a")
    assert finished(again) is None

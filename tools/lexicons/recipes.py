"""The two recipes as steps from packages to lists; what they decide stands in `polish` and `portuguese`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.lexicons import attested, polish, portuguese
from tools.lexicons.affixes import read_affixes, read_stems
from tools.lexicons.packages import (
    DICTIONARY_PT,
    HUNSPELL_PL,
    WBRAZILIAN,
    WORDFREQ,
    WPOLISH,
    python_with_morfeusz,
    unpacking,
)
from tools.lexicons.steps import Facts, Step, Trouble, read_lines, shown, write_lines

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
POLISH_ORDER = str.maketrans({letter: chr(ord("A") + n) for n, letter in enumerate(polish.LETTERS)})
SHORT_PORTUGUESE = HERE.parent / "two_letter_words.pt.tsv"


def polish_steps(work: Path) -> list[Step]:
    """From wpolish, SGJP and hunspell-pl to pl.txt."""
    sources, downloads = work / "sources", work / "downloads"
    spelling, affixes, stems = (sources / name for name in ("polish.txt", "pl_PL.aff", "pl_PL.dic"))
    candidates, marks = work / "pl-1-candidates.txt", work / "pl-2-sgjp.tsv"
    inflected, kept = work / "pl-3-inflected.txt", work / "pl-4-kept.txt"
    rules, short, conjunctions, added, dropped = (
        HERE / name
        for name in (
            "polish.py",
            "two_letter_words.pl.txt",
            "pl_conjunctions.txt",
            "pl_add.txt",
            "pl_drop.txt",
        )
    )
    return [
        unpacking(WPOLISH, "usr/share/dict/polish", spelling, downloads),
        unpacking(HUNSPELL_PL, "usr/share/hunspell/pl_PL.aff", affixes, downloads),
        unpacking(HUNSPELL_PL, "usr/share/hunspell/pl_PL.dic", stems, downloads),
        Step("Choosing words that fit a board", candidates, (spelling, rules), choosing(spelling)),
        Step(
            "Asking SGJP about each word",
            marks,
            (candidates, rules, HERE / "sgjp.py"),
            asking(candidates, work),
        ),
        Step(
            "Looking for inflected words among those SGJP does not know",
            inflected,
            (candidates, marks, affixes, stems, HERE / "affixes.py"),
            inflecting(candidates, marks, affixes, stems),
        ),
        Step(
            "Judging the words",
            kept,
            (candidates, marks, inflected, short, conjunctions, rules),
            judging(candidates, marks, inflected, short, conjunctions),
        ),
        Step(
            "Adding forms that the list lacks",
            work / "pl.txt",
            (kept, marks, added, dropped, rules),
            completing(kept, marks, added, dropped),
        ),
    ]


def portuguese_steps(work: Path) -> list[Step]:
    """From VERO, and two lists of words that are in use, to pt_map.tsv and pt.txt."""
    sources, downloads = work / "sources", work / "downloads"
    names = ("vero.aff", "vero.dic", "brazilian.txt", "large_pt.msgpack.gz")
    affixes, stems, brazilian, frequencies = (sources / name for name in names)
    seen, forms, forms_by_tiles = work / "pt-1-seen.txt", work / "pt-2-forms.txt", work / "pt_map.tsv"
    added, dropped, rules = (HERE / name for name in ("pt_add.txt", "pt_drop.txt", "portuguese.py"))
    return [
        unpacking(DICTIONARY_PT, "package/index.aff", affixes, downloads),
        unpacking(DICTIONARY_PT, "package/index.dic", stems, downloads),
        unpacking(WBRAZILIAN, "usr/share/dict/brazilian", brazilian, downloads),
        unpacking(WORDFREQ, "wordfreq/data/large_pt.msgpack.gz", frequencies, downloads),
        Step(
            "Gathering words that are in use",
            seen,
            (brazilian, frequencies, HERE / "attested.py"),
            gathering(brazilian, frequencies),
        ),
        Step(
            "Expanding the stems by the affix rules",
            forms,
            (affixes, stems, seen, rules, HERE / "affixes.py"),
            expanding(affixes, stems, seen),
        ),
        Step(
            "Folding accents",
            forms_by_tiles,
            (forms, SHORT_PORTUGUESE, added, dropped, rules),
            folding(forms, added, dropped),
        ),
        Step("Writing the tile strings", work / "pt.txt", (forms_by_tiles,), listing(forms_by_tiles)),
    ]


Maker = Callable[[Path], Facts]


def choosing(spelling: Path) -> Maker:
    def make(part: Path) -> Facts:
        words = polish.candidates(spelling.read_text(encoding="utf-8").splitlines())
        write_lines(part, words)
        return {"candidates": len(words)}

    return make


def asking(candidates: Path, work: Path) -> Maker:
    def make(part: Path) -> Facts:
        python = python_with_morfeusz(work)
        command = [python, "-m", "tools.lexicons.sgjp", str(candidates.resolve()), str(part.resolve())]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            raise Trouble("Morfeusz did not get through the list; what it said stands above.")
        facts: Facts = json.loads(done.stdout)
        return facts

    return make


def inflecting(candidates: Path, marks: Path, affixes: Path, stems: Path) -> Maker:
    def make(part: Path) -> Facts:
        known = {word for word, said in _read_marks(marks).items() if polish.KNOWN in said}
        unknown = set(read_lines(candidates)) - known
        rules, found = read_affixes(affixes), set()
        for stem, flags in shown(read_stems(stems, affixes)):
            forms = {form.text for form in rules.forms(stem, flags)} if flags else set()
            if len(forms) > 1:
                found |= forms & unknown
        write_lines(part, sorted(found))
        return {"unknown to SGJP": len(unknown), "of them inflected": len(found)}

    return make


def judging(candidates: Path, marks: Path, inflected: Path, short: Path, conjunctions: Path) -> Maker:
    def make(part: Path) -> Facts:
        words, said = read_lines(candidates), _read_marks(marks)
        inflects, joins, pairs = (set(read_lines(path)) for path in (inflected, conjunctions, short))

        def is_kept(word: str) -> bool:
            if len(word) == 2:
                return word in pairs
            note = said.get(word, "")
            # Counting relatives is slow, so only where it can matter.
            relatives = 0 if polish.KNOWN in note else polish.count_relatives(word, words)
            return polish.is_kept(
                word, note, inflects=word in inflects, n_relatives=relatives, conjunctions=joins
            )

        kept = [word for word in shown(words) if is_kept(word)]
        write_lines(part, kept)
        return {"kept": len(kept)}

    return make


def completing(kept: Path, marks: Path, added: Path, dropped: Path) -> Maker:
    def make(part: Path) -> Facts:
        words, said = set(read_lines(kept)), _read_marks(marks)
        neuter = {word for word, note in said.items() if polish.NEUTER_PAST in note}
        imperatives = (word for word, note in said.items() if polish.IMPERATIVE in note and word in words)
        persons = polish.fitting(polish.neuter_persons(words, neuter)) - words
        urged = polish.fitting(polish.urged(imperatives)) - words
        whole = (words | persons | urged | set(read_lines(added))) - set(read_lines(dropped))
        ordered = sorted(whole, key=lambda word: word.translate(POLISH_ORDER))
        write_lines(part, (word.upper() for word in ordered))
        return {"neuter persons": len(persons), "imperatives with ż": len(urged), "pl": len(whole)}

    return make


def gathering(brazilian: Path, frequencies: Path) -> Maker:
    def make(part: Path) -> Facts:
        seen = attested.words_in_texts(frequencies.read_bytes())
        seen.update(brazilian.read_text(encoding="utf-8").split())
        write_lines(part, sorted(word for word in seen if portuguese.STEM.fullmatch(word)))
        return {"words in use": len(seen)}

    return make


def expanding(affixes: Path, stems: Path, seen: Path) -> Maker:
    def make(part: Path) -> Facts:
        entries = read_stems(stems, affixes)
        forms = portuguese.expand(read_affixes(affixes), shown(entries), set(read_lines(seen)))
        write_lines(part, sorted(forms))
        return {"stems": len(entries), "forms": len(forms)}

    return make


def folding(forms: Path, added: Path, dropped: Path) -> Maker:
    def make(part: Path) -> Facts:
        words = set(read_lines(forms)) - set(read_lines(dropped)) | set(read_lines(added))
        short = (line.split("\t") for line in read_lines(SHORT_PORTUGUESE))
        pairs = {tiles: written.split("|") for tiles, written in short}
        found = portuguese.with_short_words(portuguese.by_tiles(words), pairs)
        write_lines(part, (f"{tiles}\t{'|'.join(written)}" for tiles, written in found.items()))
        return {"forms folded": len(words)}

    return make


def listing(forms_by_tiles: Path) -> Maker:
    def make(part: Path) -> Facts:
        tiles = [line.split("\t")[0] for line in read_lines(forms_by_tiles)]
        write_lines(part, tiles)
        return {"pt": len(tiles)}

    return make


RECIPES: dict[str, Callable[[Path], Sequence[Step]]] = {"pl": polish_steps, "pt": portuguese_steps}


def _read_marks(path: Path) -> dict[str, str]:
    return dict(line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())

"""Each step of `make lexicons` on a few words: what is kept, what goes, what is added, what is told."""

from __future__ import annotations

import gzip
import io
import lzma
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tools.lexicons import polish, portuguese
from tools.lexicons.affixes import Affixes, Rule, read_affixes, read_stems
from tools.lexicons.attested import words_in_texts
from tools.lexicons.difference import Difference, read_list, report
from tools.lexicons.packages import (
    DICTIONARY_PT,
    HUNSPELL_PL,
    WPOLISH,
    Package,
    fetch,
    member_of_deb,
    unpacking,
)
from tools.lexicons.polish import Reading, is_kept, marks_of, neuter_persons, urged
from tools.lexicons.portuguese import Standing, expand, fold, standing_of
from tools.lexicons.recipes import HERE, completing, folding, inflecting, judging
from tools.lexicons.sgjp import mark_all, readings_of
from tools.lexicons.steps import Facts, Step, Trouble, carry_out, finished, read_lines, run

SCRIPT = Path(__file__).parents[2] / "tools/lexicons/remake.py"


# Polish: which words are words


def test_candidates_are_lower_case_words_of_polish_letters_that_fit_a_board() -> None:
    lines = ["żółw", "Żółw", "quiz", "biało-czerwony", "w", "ab", "ab", "dziewięćdziesiąt", "zażółcilibyśmy"]
    assert polish.candidates(lines) == ["ab", "zażółcilibyśmy", "żółw"]


def known(word: str, *readings: Reading) -> bool:
    return polish.KNOWN in marks_of(word, readings)


def test_common_noun_is_known() -> None:
    assert known("kot", Reading("kot", "kot:Sm2", "subst:sg:nom:m2", frozenset({"nazwa_pospolita"})))


@pytest.mark.parametrize(
    "tag", ["brev:pun", "adja", "numcomp", "aglt:sg:pri:imperf:nwok", "frag", "ign", "romandig"]
)
def test_piece_of_writing_that_is_no_word_is_not_known(tag: str) -> None:
    assert not known("asap", Reading("asap", "asap", tag))


@pytest.mark.parametrize("name", ["nazwisko", "imię", "nazwa_firmy", "nazwa_geograficzna"])
def test_name_is_not_known(name: str) -> None:
    assert not known("kea", Reading("kea", "kea", "subst:sg:nom:f", frozenset({name})))


def test_lemma_with_a_capital_is_not_known() -> None:
    for word, lemma in (("eeg", "EEG"), ("serb", "Serb")):
        assert not known(word, Reading(word, lemma, "subst:sg:nom:m1", frozenset({"nazwa_pospolita"})))


def test_word_that_is_only_a_mistake_is_not_known() -> None:
    wrong = Reading("wziąść", "wziąść", "inf:perf", labels="niepopr.")
    assert not known("wziąść", wrong)
    assert known("wziąść", wrong, Reading("wziąść", "wziąść", "inf:perf"))


def test_lemma_without_vowel_is_known_only_as_an_interjection() -> None:
    assert not known("ckm", Reading("ckm", "ckm", "subst:sg:nom:m3", frozenset({"nazwa_pospolita"})))
    assert known("pst", Reading("pst", "pst", "interj"))


def test_reading_of_a_part_does_not_make_the_whole_known() -> None:
    parts = Reading("na", "na:P", "prep:acc"), Reading("ń", "on", "ppron3:sg:acc")
    assert not known("nań", *parts)


def test_imperative_with_one_particle_is_known_and_with_two_is_not() -> None:
    parts = Reading("idź", "iść", "impt:sg:sec:imperf"), Reading("że", "że", "part")
    assert known("idźże", *parts)
    assert known("idźcież", Reading("idźcie", "iść", "impt:pl:sec:imperf"), Reading("ż", "że", "part"))
    assert not known("idźżeż", *parts)


def test_marks_tell_neuter_past_imperative_half_and_scrap() -> None:
    assert polish.NEUTER_PAST in marks_of("robiło", [Reading("robiło", "robić", "praet:sg:n:ter:imperf")])
    assert polish.IMPERATIVE in marks_of("rób", [Reading("rób", "robić", "impt:sg:sec:imperf")])
    unknown = [Reading("biało", "biało", "ign")]
    assert marks_of("biało", unknown) == ""
    assert marks_of("biało", unknown, [Reading("biało", "biały", "adja")]) == polish.HALF
    assert marks_of("mld", [Reading("mld", "miliard", "brev:npun")]) == polish.SCRAP


def kept(word: str, marks: str = "", *, inflects: bool = False, relatives: int = 0) -> bool:
    return is_kept(word, marks, inflects=inflects, n_relatives=relatives, conjunctions={"aż", "choć"})


def test_known_word_is_kept_and_unknown_one_goes() -> None:
    assert kept("kot", polish.KNOWN)
    assert not kept("kxt")


def test_unknown_word_stays_if_the_spelling_dictionary_inflects_it() -> None:
    assert kept("okra", inflects=True)
    assert not kept("mgr", inflects=True), "nothing to pronounce"


def test_conjunction_with_by_and_person_is_kept() -> None:
    assert kept("ażbyś")
    assert kept("bym")
    assert not kept("żabym")


def test_long_unknown_word_stays_with_a_verb_ending_or_three_relatives() -> None:
    assert kept("zguglowawszy")
    assert kept("guglaliście")
    assert not kept("tankiście"), "-ście is a person only after -li- and -ły-"
    assert kept("guglarka", relatives=3)
    assert not kept("guglarka", relatives=2)
    assert not kept("gugla", relatives=3), "too short to guess"


@pytest.mark.parametrize("mark", [polish.HALF, polish.SCRAP])
def test_half_of_a_compound_goes_whatever_its_relatives(mark: str) -> None:
    assert not kept("filtracyjno", mark, relatives=9)
    assert kept("filtracyjno", mark, inflects=True)


def test_relatives_share_all_but_three_letters_and_four_at_least() -> None:
    words = sorted(["guglarka", "guglarki", "guglaty", "gugle", "kotary", "kotarze", "kotem", "kotu"])
    assert polish.count_relatives("guglarka", words) == 2
    assert polish.count_relatives("kotary", words) == 1


def test_first_half_of_a_compound_is_looked_for_before_a_hyphen() -> None:
    answers = {
        "kota": [Reading("kota", "kota", "ign")],
        "kotło": [Reading("kotło", "kotło", "ign")],
        "kotło-": [Reading("kotło", "kotły", "adja"), Reading("-", "-", "interp")],
    }
    marked = mark_all(["kota", "kotło"], answers.__getitem__)
    assert dict(marked) == {"kota": "", "kotło": polish.HALF}


def test_answer_of_morfeusz_is_read_without_its_places() -> None:
    answer = [(0, 1, ("kot", "kot:Sm2", "subst:sg:nom:m2", ["nazwa_pospolita"], ["pot.", "daw."]))]
    names = frozenset({"nazwa_pospolita"})
    assert readings_of(answer) == [Reading("kot", "kot:Sm2", "subst:sg:nom:m2", names, "pot.,daw.")]


# Polish: which forms are added


def test_neuter_persons_need_the_conditional_in_the_list() -> None:
    assert set(neuter_persons({"robiło", "robiłoby"}, ())) == {"robiłom", "robiłoś", "robiłobym", "robiłobyś"}
    assert not set(neuter_persons({"mydło", "robiło"}, ()))


def test_neuter_past_whose_conditional_is_too_long_gets_its_short_persons() -> None:
    assert set(neuter_persons({"absolutyzowało"}, {"absolutyzowało"})) == {
        "absolutyzowałom",
        "absolutyzowałoś",
    }


def test_imperative_takes_z_after_a_vowel_and_ze_after_a_consonant() -> None:
    assert list(urged(["rób", "róbcie"])) == ["róbże", "róbcież"]


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_completed_list_is_in_capitals_in_polish_order_with_the_hand_lists_applied(tmp_path: Path) -> None:
    words = write(tmp_path / "kept", "robiło", "robiłoby", "rób", "okr", "że", "zez", "ćma", "cud")
    marks = write(tmp_path / "marks", "rób\ti", "idź\ti")
    added, dropped = write(tmp_path / "add", "nań # by hand"), write(tmp_path / "drop", "# no word", "okr")
    out = tmp_path / "pl.txt"
    facts = completing(words, marks, added, dropped)(out)
    in_order = "CUD ĆMA NAŃ ROBIŁO ROBIŁOBY ROBIŁOBYM ROBIŁOBYŚ ROBIŁOM ROBIŁOŚ RÓB RÓBŻE ZEZ ŻE"
    assert " ".join(out.read_text(encoding="utf-8").split()) == in_order
    assert facts == {"neuter persons": 4, "imperatives with ż": 1, "pl": 13}


def test_forms_too_long_for_a_board_are_not_added(tmp_path: Path) -> None:
    words = write(tmp_path / "kept", "przetransponuj", "absolutyzowało")
    marks = write(tmp_path / "marks", "przetransponuj\ti", "absolutyzowało\tn")
    out = tmp_path / "pl.txt"
    completing(words, marks, write(tmp_path / "add"), write(tmp_path / "drop"))(out)
    assert max(map(len, out.read_text(encoding="utf-8").split())) == 15
    assert "PRZETRANSPONUJŻE" not in out.read_text(encoding="utf-8")


def test_two_letter_words_are_those_of_the_edited_file_alone(tmp_path: Path) -> None:
    candidates = write(tmp_path / "candidates", "kg", "kota", "ud")
    marks = write(tmp_path / "marks", "kg\tk", "kota\tk")
    short, rest = write(tmp_path / "short", "ud"), write(tmp_path / "rest")
    judging(candidates, marks, rest, short, rest)(tmp_path / "kept")
    assert read_lines(tmp_path / "kept") == ["kota", "ud"]


def test_inflected_words_are_sought_among_the_unknown_ones_only(tmp_path: Path) -> None:
    affixes = write(tmp_path / "x.aff", "SET UTF-8", "SFX N Y 2", "SFX N a y [^k]a", "SFX N a ę a")
    stems = write(tmp_path / "x.dic", "3", "okra/N", "abarot", "Okra/N", "kota/N")
    candidates = write(tmp_path / "candidates", "abarot", "kota", "koty", "okra", "okry")
    marks = write(tmp_path / "marks", "kota\tk", "koty\tk")
    inflecting(candidates, marks, affixes, stems)(tmp_path / "inflected")
    assert read_lines(tmp_path / "inflected") == ["okra", "okry"]


def test_shipped_hand_lists_hold_playable_words_each_once() -> None:
    for name in ("two_letter_words.pl.txt", "pl_add.txt", "pl_drop.txt"):
        words = read_lines(HERE / name)
        assert len(set(words)) == len(words)
        assert all(polish.PLAYABLE.fullmatch(word) for word in words)
    pairs = read_lines(HERE / "two_letter_words.pl.txt")
    assert len(pairs) == 126
    assert {len(word) for word in pairs} == {2}
    assert {"ud", "ąż", "kg"} & set(pairs) == {"ud"}


# Affix rules

FALAR = """
SET UTF-8
PFX À Y 2
PFX À 0 re [^rs]
PFX À 0 rer r
SFX a Y 7
SFX a ar á ar
SFX a 0 mo [aei]r
SFX a ar amos ar
SFX a 0 emos [aei]r
SFX a r díssimo ar
SFX a 0 -me r
SFX a er ê er
SFX e Y 1
SFX e er ê ler
SFX B Y 1
SFX B 0 s [^ã][aeiou]
SFX R Y 1
SFX R 0 zinho .
SFX j Y 1
SFX j r dor r
SFX D Y 1
SFX D o a [^ã]o
""".splitlines()
RULES = Affixes(FALAR)


def forms(stem: str, flags: str) -> set[str]:
    return {form.text for form in RULES.forms(stem, flags)}


def test_suffix_needs_its_condition_and_takes_its_ending_off() -> None:
    assert forms("casa", "B") == {"casa", "casas"}
    assert forms("pão", "BD") == {"pão"}
    assert forms("lobo", "D") == {"lobo", "loba"}


def test_prefix_goes_on_suffixed_forms_too() -> None:
    assert forms("ler", "eÀ") == {"ler", "lê", "reler", "relê"}
    assert forms("rir", "À") == {"rir", "rerrir"}


def test_rules_with_hyphens_are_left_out() -> None:
    assert not any("-" in form for form in forms("falar", "a"))


def test_dictionary_is_read_in_the_encoding_that_its_affix_file_names(tmp_path: Path) -> None:
    affixes, stems = tmp_path / "x.aff", tmp_path / "x.dic"
    affixes.write_bytes("SET ISO8859-2\nSFX N Y 1\nSFX N 0 ą ł\n".encode("iso8859-2"))
    stems.write_bytes("2\nżół/N\nść\n".encode("iso8859-2"))
    assert read_stems(stems, affixes) == [("żół", "N"), ("ść", "")]
    assert {form.text for form in read_affixes(affixes).forms("żół", "N")} == {"żół", "żółą"}


# Portuguese


def test_clitic_stumps_are_dropped_even_if_somebody_wrote_them() -> None:
    found = expand(RULES, [("falar", "a")], {"falá", "falarmo"})
    assert found == {"falar", "falamos", "falaremos"}


def test_third_person_of_some_verbs_is_no_stump() -> None:
    assert expand(RULES, [("ler", "e")], ()) == {"ler", "lê"}
    assert expand(RULES, [("comer", "a")], ()) == {"comer", "comeremos"}


def test_degree_forms_are_kept_only_where_seen() -> None:
    stems = [("casa", "BR"), ("falar", "a")]
    assert "casazinho" not in expand(RULES, stems, ())
    assert {"casazinho", "faladíssimo"} <= expand(RULES, stems, {"casazinho", "faladíssimo"})


def test_prefixed_words_keep_core_endings_and_need_to_be_seen_with_others() -> None:
    stems = [("mover", "ajÀ")]
    assert expand(RULES, stems, ()) == {"mover", "moveremos", "movedor", "remover", "removeremos"}
    assert "removedor" in expand(RULES, stems, {"removedor"})


def test_degree_rule_among_verb_rules_is_told_from_the_others() -> None:
    assert standing_of(Rule("j", "r", "dorzinho", "r"), None) is Standing.IF_SEEN
    assert standing_of(Rule("j", "r", "dores", "r"), None) is Standing.SOUND
    assert standing_of(Rule("h", "ormir", "urmo", "ormir"), None) is Standing.SOUND
    assert standing_of(None, Rule("À", "", "re", ".")) is Standing.SOUND


def test_stems_with_capitals_marks_or_the_forbidden_flag_are_left_out() -> None:
    stems = [("Lisboa", "B"), ("a.m.", ""), ("guarda-roupa", "B"), ("xato", "ýB"), ("sapo", "B")]
    assert expand(RULES, stems, ()) == {"sapo", "sapos"}


@pytest.mark.parametrize("word", ["kiwi", "whisky", "show", "rpm", "ampère", "a", "constitucionalista"])
def test_words_that_tiles_cannot_lay_or_nobody_can_say_are_left_out(word: str) -> None:
    assert not portuguese.is_playable(word)


def test_folding_drops_accents_and_keeps_the_cedilla() -> None:
    assert fold("coração") == "CORAÇAO"
    assert fold("àáâãéêíóôõúü") == "AAAAEEIOOOUU"


def test_forms_with_the_same_tiles_stand_together(tmp_path: Path) -> None:
    words = write(tmp_path / "forms", "avó", "avô", "caça", "caca", "ir", "xy")
    added, dropped = write(tmp_path / "add", "sabiá"), write(tmp_path / "drop", "caca")
    out = tmp_path / "pt_map.tsv"
    folding(words, added, dropped)(out)
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line.split("\t")[0]) > 2] == [
        "AVO\tavó|avô",
        "CAÇA\tcaça",
        "SABIA\tsabiá",
    ]
    assert "AI\tai|aí" in lines, "two-letter words come from the edited file"
    assert not any(line.startswith("XY") for line in lines)


def packed_words(*steps: bytes) -> bytes:
    header = b"\x82\xa6format\xa2cB\xa7version\x01"
    return gzip.compress(b"\xdc" + (1 + len(steps)).to_bytes(2, "big") + header + b"".join(steps))


def test_words_in_texts_are_read_from_every_frequency_step() -> None:
    long = "paralelepípedo".encode() * 3
    steps = (b"\x90", b"\x92\xa3ver\xa4l\xc3\xaas", b"\xdc\x00\x01\xd9" + bytes([len(long)]) + long)
    assert words_in_texts(packed_words(*steps)) == {"ver", "lês", "paralelepípedo" * 3}


def test_other_file_is_not_taken_for_a_frequency_list() -> None:
    with pytest.raises(ValueError, match="not a frequency list"):
        words_in_texts(gzip.compress(b"\x91\xa3ver"))


# Packages


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


# Steps


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


# The report


def difference(before: str, after: str) -> Difference:
    return Difference("pl", frozenset(before.split()), frozenset(after.split()))


def test_report_counts_what_was_added_and_removed_by_length() -> None:
    text = report(difference("AA BB CCC DDD", "AA BB EEE DDD FFFF"), {}, {})
    assert text.splitlines()[0] == "pl: 5 words now, 4 before; 2 added, 1 removed: 75.000 % differ"
    assert [line.split() for line in text.splitlines()[3:6]] == [
        ["2", "2", "2", "0", "0"],
        ["3", "2", "2", "1", "1", "100.00", "%"],
        ["4", "0", "1", "1", "0", "100.00", "%"],
    ]
    assert "added:   EEE FFFF" in text
    assert "removed: CCC" in text


def test_large_difference_is_explained_by_what_is_not_as_it_was() -> None:
    expected: Facts = {"wpolish": "20220301-1", "candidates": 10, "kept": 9}
    found = difference("AA", "AA BB")
    text = report(found, {"wpolish": "20240901-1", "candidates": 12, "kept": 9}, expected)
    assert "wpolish: 20240901-1 (was 20220301-1)" in text
    assert "candidates: 12 (was 10)" in text
    assert "kept" not in text
    assert "a rule or hand list changed" in report(found, dict(expected), expected)


def test_equal_lists_need_no_explanation() -> None:
    text = report(difference("AA BB", "AA BB"), {"candidates": 1}, {"candidates": 2})
    assert "0.000 % differ" in text
    assert "was" not in text


def test_list_to_compare_with_may_be_compressed(tmp_path: Path) -> None:
    packed = tmp_path / "pl.txt.xz"
    packed.write_bytes(lzma.compress("ŻE\nUD\n".encode()))
    assert read_list(packed) == {"ŻE", "UD"}


def test_script_is_run_from_anywhere_and_refuses_a_file_that_is_no_list(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--work", str(tmp_path), "--against", "no.txt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "no.txt is not a list to compare with: name a file that begins with pl or pt.\n"

"""Adding, replacing, holding and removing word lists; caches that vanish, rot or cannot be written."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from stolik.core.message import Complaint
from stolik.kernels.wordgraph import enumerate_gaddag, enumerate_words
from stolik.words.alphabet import alphabet
from stolik.words.graphfile import FileKind, Graph
from stolik.words.store import LexiconMissing, Lexicons
from stolik.words.wordmap import expand_wordmap


def write(path: Path, *words: str) -> Path:
    path.write_text("\n".join(words), encoding="utf-8")
    return path


def files_below(directory: Path) -> set[str]:
    return {path.name for path in directory.rglob("*") if path.is_file()}


def test_an_added_list_can_be_opened_by_its_name(store: Lexicons, animals: Path) -> None:
    added = store.add("pl-animals", animals)
    lexicon = store.open("pl-animals")
    assert (added.n_words, added.n_refused, added.alphabet) == (4, 0, "pl")
    assert (lexicon.n_words, lexicon.hash, lexicon.name) == (4, added.hash, "pl-animals")
    assert "Żółw" in lexicon
    assert "MYSZ" not in lexicon
    assert store.names() == ("pl", "pt", "pl-animals")


def test_a_list_stays_installed_for_the_next_process(tmp_path: Path, store: Lexicons, animals: Path) -> None:
    added = store.add("zoo", animals)
    again = Lexicons(tmp_path / "lists", tmp_path / "cache")
    assert again.open("zoo").hash == added.hash
    assert again.entry("zoo").n_words == 4


def test_an_added_polish_list_shares_tiers_and_the_block_list(store: Lexicons, tmp_path: Path) -> None:
    store.add("pl-mine", write(tmp_path / "f", "kot", "aaaa", "czarnuch"))
    lexicon = store.open("pl-mine")
    assert (lexicon.tier("KOT"), lexicon.tier("AAAA")) == (3, 0)
    assert lexicon.blocked("CZARNUCH") == "racism"
    assert lexicon.forms("KOT") == ("kot",)


def test_an_added_portuguese_list_shares_the_accents(store: Lexicons, tmp_path: Path) -> None:
    store.add("pt-mine", write(tmp_path / "f", "avó", "zzzz"))
    lexicon = store.open("pt-mine")
    assert lexicon.forms("AVO") == ("avo", "avó", "avô")
    assert lexicon.forms("ZZZZ") == ("zzzz",)
    assert lexicon.blocks_by_default


def test_an_english_list_has_no_figures_so_every_word_counts_as_common(
    store: Lexicons, tmp_path: Path
) -> None:
    store.add("en", write(tmp_path / "f", "cat", "dog"))
    lexicon = store.open("en")
    assert lexicon.alphabet is alphabet("en")
    assert lexicon.tier("CAT") == 3
    assert lexicon.block_list == {}


def test_a_missing_list_says_the_command_that_adds_it(store: Lexicons) -> None:
    with pytest.raises(LexiconMissing, match="stolik lexicon add en FILE"):
        store.open("en")


def test_whether_a_list_is_there_is_told_without_opening_it(store: Lexicons, tmp_path: Path) -> None:
    assert [store.has(name) for name in ("pl", "en", "../pl")] == [True, False, False]
    added = store.add("en", write(tmp_path / "f", "cat", "dog"))
    assert store.has("en")
    (store.data_dir / "lists" / f"{added.hash}.dawg").unlink()
    assert not store.has("en")


@pytest.mark.parametrize("name", ["../pl", "", "Pl", "a b", "-x", "ż", "x" * 41, "a/b", "."])
def test_a_name_that_is_no_name_is_refused(store: Lexicons, animals: Path, name: str) -> None:
    with pytest.raises(Complaint, match="cannot be the name"):
        store.add(name, animals)
    with pytest.raises(LexiconMissing):
        store.open(name)


def test_a_shipped_list_can_neither_be_replaced_nor_removed(store: Lexicons, animals: Path) -> None:
    with pytest.raises(Complaint, match="belongs to the program"):
        store.add("pl", animals)
    with pytest.raises(Complaint, match="belongs to the program"):
        store.remove("pl")


def test_removing_a_list_leaves_nothing_of_it(tmp_path: Path, store: Lexicons, animals: Path) -> None:
    added = store.add("zoo", animals)
    lexicon = store.open("zoo")
    lexicon.gaddag()
    dawg = Graph(FileKind.DAWG, "pl", added.n_words, added.hash, lexicon.dawg.nodes)
    expand_wordmap(tmp_path / "cache" / f"{added.hash}.wordmap", dawg)
    assert len(files_below(tmp_path / "cache")) == 2
    store.remove("zoo")
    assert files_below(tmp_path / "lists") == files_below(tmp_path / "cache") == set()
    with pytest.raises(LexiconMissing):
        Lexicons(tmp_path / "lists", tmp_path / "cache").open("zoo")


def test_removing_what_is_not_there_is_refused(store: Lexicons) -> None:
    with pytest.raises(LexiconMissing, match="There is no word list zoo"):
        store.remove("zoo")


def test_a_list_a_live_game_uses_is_not_removed(store: Lexicons, animals: Path) -> None:
    store.add("zoo", animals)
    store.hold("zoo", "game/1")
    assert store.entry("zoo").held_by == ("game/1",)
    with pytest.raises(Complaint, match="used by 1 live games, such as game/1"):
        store.remove("zoo")
    store.release("zoo", "game/1")
    store.remove("zoo")
    assert store.names() == ("pl", "pt")


def test_a_replaced_list_stays_for_the_game_that_uses_it(
    tmp_path: Path, store: Lexicons, animals: Path
) -> None:
    store.add("zoo", animals)
    old = store.hold("zoo", "g1")
    new = store.add("zoo", write(tmp_path / "f", "żaba", "mysz")).hash
    again = Lexicons(tmp_path / "lists", tmp_path / "cache")
    assert "KOT" in again.open("zoo", old)
    assert "KOT" not in again.open("zoo")
    assert again.open("zoo").hash == new
    again.release("zoo", "g1")
    assert files_below(tmp_path / "lists") == {"zoo", f"{new}.dawg"}
    with pytest.raises(LexiconMissing, match="edition"):
        Lexicons(tmp_path / "lists", tmp_path / "cache").open("zoo", old)


def test_replacing_a_list_nobody_uses_drops_the_old_content(
    tmp_path: Path, store: Lexicons, animals: Path
) -> None:
    store.add("zoo", animals)
    new = store.add("zoo", write(tmp_path / "f", "żaba")).hash
    assert files_below(tmp_path / "lists") == {"zoo", f"{new}.dawg"}
    assert "ŻABA" in store.open("zoo")


def test_two_names_may_stand_for_the_same_words(tmp_path: Path, store: Lexicons, animals: Path) -> None:
    store.add("zoo", animals)
    store.add("pl-zoo", animals)
    store.remove("zoo")
    assert "KOT" in Lexicons(tmp_path / "lists", tmp_path / "cache").open("pl-zoo")


def test_adding_the_same_file_twice_changes_nothing(store: Lexicons, animals: Path) -> None:
    assert store.add("zoo", animals) == store.add("zoo", animals)
    assert "KOT" in store.open("zoo")


def test_a_held_shipped_list_is_kept_for_a_later_edition_of_the_program(
    tmp_path: Path, store: Lexicons
) -> None:
    held = store.hold("pt", "g1")
    assert (tmp_path / "lists" / "lists" / f"{held}.dawg").is_file()
    store.release("pt", "g1")
    assert files_below(tmp_path / "lists") == set()
    assert "CASA" in store.open("pt", held)


def test_an_edition_that_is_not_installed_is_missing(store: Lexicons) -> None:
    with pytest.raises(LexiconMissing, match="edition 000000000000 of the word list pl is not installed"):
        store.open("pl", "0" * 64)


def test_a_damaged_list_asks_to_be_added_again(tmp_path: Path, store: Lexicons, animals: Path) -> None:
    digest = store.add("zoo", animals).hash
    os.truncate(tmp_path / "lists" / "lists" / f"{digest}.dawg", 100)
    with pytest.raises(LexiconMissing, match="stolik lexicon add zoo FILE"):
        store.open("zoo")
    store.add("zoo", animals)
    assert "KOT" in store.open("zoo")


def test_a_refused_file_installs_nothing(tmp_path: Path, store: Lexicons) -> None:
    with pytest.raises(Complaint):
        store.add("en", write(tmp_path / "f", "123"))
    assert files_below(tmp_path / "lists") == set()


def test_a_full_disk_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    # a file size limit stands for the disk: the system refuses the bytes in the same way
    file = write(tmp_path / "f", *(a + b + c for a in "abcdefg" for b in "abcdefg" for c in "abcdefg"))
    script = (
        "import resource, sys; from pathlib import Path; from stolik.words.store import Lexicons\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
        f"store = Lexicons(Path({str(tmp_path / 'lists')!r}), Path({str(tmp_path / 'cache')!r}))\n"
        "try:\n"
        f"    store.add('en', Path({str(file)!r}))\n"
        "except Exception as error: print(error)\n"
    )
    run = subprocess.run([sys.executable, "-B", "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.startswith("There is no room left in")
    assert files_below(tmp_path / "lists") == set()


def test_a_data_directory_that_cannot_be_written_is_told(tmp_path: Path, animals: Path) -> None:
    blocked = write(tmp_path / "blocked", "a file where the directory should be")
    with pytest.raises(Complaint, match="cannot be written"):
        Lexicons(blocked / "lists", tmp_path / "cache").add("zoo", animals)


def test_graph_and_map_are_built_once_and_mapped_from_then_on(
    tmp_path: Path, store: Lexicons, animals: Path
) -> None:
    store.add("zoo", animals)
    first = store.open("zoo")
    assert not first.ready
    assert not first.prepared
    calls: list[tuple[int, int]] = []
    first.prepare(lambda done, total: calls.append((done, total)))
    shares = [done / total for done, total in calls]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    later = Lexicons(tmp_path / "lists", tmp_path / "cache").open("zoo")
    assert later.ready
    assert later.prepared
    later.prepare(lambda *_: pytest.fail("built again"))
    assert later.gaddag() == first.gaddag()
    assert later.wordmap().n_words == first.n_words
    assert enumerate_gaddag(later.gaddag()) == enumerate_words(later.dawg.nodes)


@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "other"])
def test_a_damaged_cache_is_built_again_silently(
    tmp_path: Path, store: Lexicons, animals: Path, harm: str
) -> None:
    added = store.add("zoo", animals)
    store.open("zoo").gaddag()
    cached = tmp_path / "cache" / f"{added.hash}.gaddag"
    content = cached.read_bytes()
    cached.unlink()
    cached.write_bytes(
        {
            "cut": content[:-4],
            "flip": content[:-1] + bytes([content[-1] ^ 1]),
            "empty": b"",
            "other": b"something else entirely" * 20,
        }[harm]
    )
    lexicon = Lexicons(tmp_path / "lists", tmp_path / "cache").open("zoo")
    assert not lexicon.ready
    assert enumerate_gaddag(lexicon.gaddag()) == enumerate_words(lexicon.dawg.nodes)
    assert cached.read_bytes() == content


def test_the_cache_of_another_list_is_not_taken(tmp_path: Path, store: Lexicons, animals: Path) -> None:
    zoo = store.add("zoo", animals).hash
    other = store.add("pl-other", write(tmp_path / "f", "dom")).hash
    store.open("pl-other").gaddag()
    (tmp_path / "cache" / f"{other}.gaddag").rename(tmp_path / "cache" / f"{zoo}.gaddag")
    assert not store.open("zoo").ready


def test_without_a_writable_cache_the_graph_is_kept_in_memory(tmp_path: Path, animals: Path) -> None:
    blocked = write(tmp_path / "blocked", "a file where the directory should be")
    store = Lexicons(tmp_path / "lists", blocked / "cache")
    store.add("zoo", animals)
    lexicon = store.open("zoo")
    assert enumerate_gaddag(lexicon.gaddag()) == enumerate_words(lexicon.dawg.nodes)
    assert lexicon.ready


def test_words_can_be_asked_while_the_graph_is_built_in_the_background(
    store: Lexicons, animals: Path
) -> None:
    store.add("zoo", animals)
    lexicon = store.open("zoo")
    thread = lexicon.prepare_in_background()
    assert thread.daemon
    assert "KOT" in lexicon
    thread.join()
    assert lexicon.prepared


def test_many_threads_get_one_graph(store: Lexicons, animals: Path) -> None:
    store.add("zoo", animals)
    lexicon = store.open("zoo")
    graphs: list[memoryview] = []
    threads = [threading.Thread(target=lambda: graphs.append(lexicon.gaddag())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(graphs) == 8
    assert len({id(graph) for graph in graphs}) == 1

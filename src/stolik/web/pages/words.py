"""The page about words: whole as the server writes it, so that it answers without any script."""

from __future__ import annotations

import html
import unicodedata
from pathlib import Path
from string import Template
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from litestar import Response, get
from litestar.response import Redirect

from stolik.core.message import Complaint
from stolik.texts import N_, Translator, translator
from stolik.web.operations.limits import TooManyCalls
from stolik.web.pages.client import Client, built_client
from stolik.web.pages.files import answer_page
from stolik.web.pages.frames import framed
from stolik.web.site import Site
from stolik.web.study.word_search import AnyRequest, Asked, ListName, WordsFound, WordShown, found, judged
from stolik.words.store import LexiconMissing, Lexicons

Way = Literal["word", "letters", "pattern"]
_ENTRY = "src/words/main.ts"
_PAGE = Template((Path(__file__).parent.parent / "assets/words.html").read_text(encoding="utf-8"))
#: What can be asked, and how to write it.
WAYS: dict[Way, tuple[str, str]] = {
    "word": (N_("Is it a word?"), N_("A word in any of its forms.")),
    "letters": (N_("From letters"), N_("The letters on your rack; ? is a blank.")),
    "pattern": (N_("By pattern"), N_(". is any letter, * any run of letters: k.t, *ość")),
}
#: Lists that come with the program; others are called as their owner calls them.
TITLES = {"pl": N_("Polish list"), "pt": N_("Portuguese list")}


class Question(NamedTuple):
    """What somebody asks of which list."""

    list: str
    way: Way = "word"
    text: str = ""

    @property
    def path(self) -> str:
        """The address of the answer."""
        home = f"/words/{quote(self.list)}"
        if not self.text:
            return home
        return (
            f"{home}/{quote(self.text, safe='')}"
            if self.way == "word"
            else f"{home}?{self.way}={quote(self.text)}"
        )


@get("/words", include_in_schema=False)
async def ask_words(
    request: AnyRequest, site: Site, list: ListName = "", way: Way = "word", q: Asked = ""
) -> Response[Any]:
    """To the page of an answer; without a question to that of the visitor's own list."""
    lists = site.host.games.words.names()
    chosen = next((each for each in (list, request.state.language) if each in lists), lists[0])
    return Redirect(Question(chosen, way, _typed(q)).path)


@get("/words/{list_name:str}", include_in_schema=False)
async def search_page(
    request: AnyRequest, site: Site, list_name: ListName, letters: Asked = "", pattern: Asked = ""
) -> Response[Any]:
    """Words found by letters or by a pattern; without either an empty field."""
    question = Question(list_name, "pattern", _typed(pattern)) if pattern else Question(list_name)
    return await _answered(
        request, site, Question(list_name, "letters", _typed(letters)) if letters else question
    )


@get("/words/{list_name:str}/{word:str}", include_in_schema=False)
async def word_page(request: AnyRequest, site: Site, list_name: ListName, word: Asked) -> Response[Any]:
    """What a list says of a word."""
    return await _answered(request, site, Question(list_name, "word", _typed(word)))


def _typed(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()


async def _answered(request: AnyRequest, site: Site, question: Question) -> Response[Any]:
    built, words = built_client(), site.host.games.words
    if question.list not in words.names():
        return Redirect("/words")
    say = translator(request.state.language)
    answer = await _answer(request, site, built, question, say)
    if "part" in request.query_params:
        return answer_page(request, answer)

    def page() -> Response[bytes]:
        content = _content(built, words, question, answer, say)
        return framed(request, site, built, _ENTRY, "/words", content, about=question.text.upper())

    return await site.off_loop.do(request, page)


async def _answer(request: AnyRequest, site: Site, built: Client, question: Question, say: Translator) -> str:
    """What lies under the field, as HTML."""
    if not question.text:
        return f'<p class="hint">{html.escape(say(WAYS[question.way][1]))}</p>'
    try:
        if question.way == "word":
            shown = await judged(request, site, question.list, question.text)
            return _verdict(built, shown, say)
        asked = {"letters": None, "pattern": None, question.way: question.text}
        return _findings(await found(request, site, question.list, **asked), question, say)
    except (LexiconMissing, TooManyCalls):
        raise
    except Complaint as problem:
        return f'<p class="hint problem">{html.escape(_sentence(say.sentence(problem.message)))}</p>'


def _content(built: Client, words: Lexicons, question: Question, answer: str, say: Translator) -> str:
    """The field with what can be chosen, and the answer under it."""
    ways = "".join(
        f'<label><input type="radio" name="way" value="{way}"{" checked" if way == question.way else ""}'
        f' data-hint="{html.escape(say(hint))}"><span>{html.escape(say(name))}</span></label>'
        for way, (name, hint) in WAYS.items()
    )
    lists = "".join(
        f'<option value="{html.escape(name)}"{" selected" if name == question.list else ""}>'
        f"{html.escape(list_title(name, say))}</option>"
        for name in words.names()
    )
    return _PAGE.substitute(
        what=html.escape(say("What do you want to know?")),
        ways=ways,
        list_label=html.escape(say("Word list")),
        lists=lists,
        icon=built.icon("search"),
        field_label=html.escape(say("Word, letters or pattern")),
        text=html.escape(question.text),
        list=html.escape(question.list),
        check=html.escape(say("Check")),
        answer=answer,
    )


def list_title(name: str, say: Translator) -> str:
    """What a list is called."""
    return say(TITLES[name]) if name in TITLES else name


def _verdict(built: Client, shown: WordShown, say: Translator) -> str:
    """A word: the verdict, what can be made of it, and what one can do."""
    sentence = (
        say("Yes, {word} is a good word.", word=shown.word)
        if shown.valid
        else say("{word} does not count.", word=shown.word)
    )
    told = [shown.common] if shown.common else []
    if shown.points is not None and shown.valid:
        told.append(say("Points without premiums: {n}.", n=shown.points))
    told.append(f"{list_title(shown.list, say)}.")
    heading = (
        f'<h2 class="verdict"><span class="sign {"yes" if shown.valid else "no"}">'
        f"{built.icon('check' if shown.valid else 'cross')}</span><span>{html.escape(sentence)}</span></h2>"
    )
    foreign = "" if shown.explained_in == say.language else f' lang="{shown.explained_in}"'
    because = f"<p{foreign}>{html.escape(_sentence(shown.explanation))}</p>"
    notes = f'<p class="quiet">{html.escape(" ".join(told))}</p>'
    blocks = [
        f'<section class="paper leaf">{_tiles(shown)}{heading}{because}{notes}</section>',
        _chips(say("It can be made longer"), shown.list, shown.longer, shown.word),
        _chips(say("From the same letters"), shown.list, shown.anagrams),
        _chips(say("One letter away"), shown.list, shown.near),
    ]
    main = f"<div>{blocks[0]}{_noun(shown, say)}</div>"
    report, share = html.escape(say("Report this word")), html.escape(say("Share"))
    deeds = (
        f'<p class="deeds"><button type="button" data-report="{html.escape(shown.word)}" hidden>'
        f"{built.icon('flag')}{report}</button>"
        f'<button type="button" data-share hidden>{built.icon("share")}{share}</button></p>'
    )
    return f'<div class="answer">{main}<div class="beside">{"".join(blocks[1:])}{deeds}</div></div>'


def _tiles(shown: WordShown) -> str:
    """The word in tiles; the sentence under it says it to those who listen."""
    tiles = "".join(
        f"<b>{html.escape(each.letter)}{'' if each.value is None else f'<i>{each.value}</i>'}</b>"
        for each in shown.letters
    )
    return f'<div class="tiles" aria-hidden="true">{tiles}</div>' if tiles else ""


def _noun(shown: WordShown, say: Translator) -> str:
    """All cases of a noun, called as its language calls them; what was asked for stands out."""
    if shown.noun is None:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{html.escape(each.case)}</th>'
        f"<td>{_forms(shown, each.singular)}</td><td>{_forms(shown, each.plural)}</td></tr>"
        for each in shown.noun.cases
    )
    head = "".join(
        f'<th scope="col">{html.escape(name)}</th>' for name in (say("singular number"), say("plural number"))
    )
    title = html.escape(say("All forms of {lemma}", lemma=shown.noun.lemma))
    table = f'<table lang="pl"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<section class="paper leaf noun"><h2>{title}</h2>{table}</section>'


def _forms(shown: WordShown, forms: tuple[str, ...]) -> str:
    return ", ".join(
        f"<mark>{html.escape(form)}</mark>" if form.upper() == shown.word else html.escape(form)
        for form in forms
    )


def _chips(title: str, list_name: str, words: tuple[str, ...], core: str = "") -> str:
    """Words as links; of longer ones the letters that are new stand out."""
    if not words:
        return ""
    links = "".join(
        f'<li><a href="{Question(list_name, "word", word.lower()).path}">{_marked(word, core)}</a></li>'
        for word in words
    )
    return (
        f'<section class="paper leaf"><h2>{html.escape(title)}</h2><ul class="chips">{links}</ul></section>'
    )


def _marked(word: str, core: str) -> str:
    before, found_in, after = word.partition(core) if core else ("", word, "")
    new = [f"<em>{html.escape(part)}</em>" if part else "" for part in (before, after)]
    return html.escape(found_in).join(new)


def _findings(shown: WordsFound, question: Question, say: Translator) -> str:
    """Words that were found, those of one length together."""
    if not shown.words:
        return f'<p class="hint">{html.escape(say("No word was found."))}</p>'
    n = say.number(len(shown.words))
    heading = say("Words found: {n}.", n=n) if shown.complete else say("The {n} longest words.", n=n)
    lengths = sorted({len(word) for word in shown.words}, reverse=True)
    groups = "".join(
        _chips(
            _capital(say("{n} letters", n=length)),
            question.list,
            tuple(word for word in shown.words if len(word) == length),
        )
        for length in lengths
    )
    return f'<h2 class="found">{html.escape(heading)}</h2>{groups}'


def _sentence(text: str) -> str:
    return f"{_capital(text).rstrip('.')}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


HANDLERS: list[Any] = [ask_words, search_page, word_page]

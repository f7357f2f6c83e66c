"""Rules told to people, and lessons in which they try them: the pages, and the judge of the lessons.

No game is named here: each brings what there is to say (`stolik.core.teaching`). The rules are whole without
a script; the client draws the pictures into them. In a lesson nothing is stored and no table is made.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from stolik.core import registry, teaching
from stolik.core.about import Preset, in_language
from stolik.core.game import AnyGame
from stolik.core.message import Complaint
from stolik.core.teaching import Explanation, Picture, Rule, Section, Step, Tried
from stolik.table.games import Games
from stolik.table.host import decoded_action
from stolik.texts import Translator, translator
from stolik.web.pages.client import Client, Wishes, built_client, in_page
from stolik.web.pages.files import answer_page
from stolik.web.pages.frames import framed
from stolik.web.site import Site
from stolik.web.tables.api import TablePath, check_may_see
from stolik.web.tables.choices import Choice, choice

AnyRequest = Request[Any, Any, Any]
Name = Annotated[str, Parameter(max_length=40)]
_PAGES = Path(__file__).parent.parent / "assets"
_RULES, _LESSON = "src/rules/main.ts", "src/learn/main.ts"


class Attempt(msgspec.Struct):
    """Something that a learner does."""

    action: Any


class Judged(msgspec.Struct):
    """What the rules say of an attempt, whether the step is done, and what the teacher says to it.

    Where the rules allow it, `view` is the position after it and `events` are what has led there.
    """

    choice: Choice
    solved: bool
    said: str | None
    view: Any
    events: tuple[Any, ...]


class PuzzleAt(msgspec.Struct):
    """A turn of a finished game."""

    table: str
    seq: int


class StepShown(msgspec.Struct):
    """A step of a lesson as the page brings it along."""

    id: str
    title: str
    task: str
    #: What the judge cannot tell here.
    limits: str | None
    seat: int
    view: Any
    solution: Any
    #: Where the position is from a game: then the engine judges.
    puzzle: PuzzleAt | None = None


class Lesson(msgspec.Struct):
    """A lesson as the page brings it along."""

    game: str
    preset: str
    notation: str
    title: str
    steps: tuple[StepShown, ...]
    #: Where one comes from.
    back: str


@post("/api/lessons/{preset:str}/{step:str}", tags=["lessons"], status_code=200)
async def try_step(request: AnyRequest, site: Site, preset: Name, step: Name, data: Attempt) -> Judged:
    """What the rules say of an action in the position of a lesson's step; nothing is stored."""
    language = request.state.language
    return await site.off_loop.do(
        request, lambda: _tried(site.host.games, preset, step, data.action, language)
    )


def _tried(games: Games, preset: str, step: str, wanted: Any, language: str) -> Judged:
    chosen, game = registry.find_preset(preset), games.of_preset(preset)
    found = next((each for each in teaching.steps(game, chosen) if each.id == step), None)
    if found is None:
        raise Complaint("This lesson has no such step.")
    action = decoded_action(game, msgspec.json.encode(wanted), game.box(found.state))
    tried = teaching.judge(game, found, action)
    return _judged(game, found, action, tried, translator(language))


def _judged(game: AnyGame, step: Step, action: Any, tried: Tried, say: Translator) -> Judged:
    weighed = choice(game, action, tried.found, say.language)
    nudge = say.sentence(step.said.nudge)
    if tried.state is None:
        return Judged(weighed, False, nudge, None, ())
    allowed = say("The rules allow that, but this step is about something else.")
    said = say.sentence(step.said.praise) if tried.solved else f"{allowed} {nudge}"
    events = tuple(game.redact(event, step.seat) for event in tried.events)
    return Judged(weighed, tried.solved, said, game.view(tried.state, step.seat), events)


@get("/rules", include_in_schema=False)
async def all_rules(request: AnyRequest, site: Site) -> Response[bytes]:
    """The games whose rules are told, with the ways to their rules and lessons."""
    return await site.off_loop.do(request, lambda: _all_rules(request, site))


def _all_rules(request: AnyRequest, site: Site) -> Response[bytes]:
    wishes = Wishes.of(request)
    names = dict.fromkeys(each.game for each in registry.in_order(wishes.language) if _tells_rules(each.game))
    chosen = [_preset(name, None, wishes.language) for name in names]
    say = translator(wishes.language)
    content = "\n".join(_game_html(preset, say) for preset in chosen)
    listed = f'<div class="all-rules">{content}</div>'
    return _readable_again(framed(request, site, built_client(), _RULES, "/rules", listed))


@get(["/rules/{game:str}", "/rules/{game:str}/{preset:str}"], include_in_schema=False)
async def rules_page(
    request: AnyRequest, site: Site, game: Name, preset: Name | None = None
) -> Response[bytes]:
    """The rules of a game: those of the preset, else of its plainest one in the visitor's language."""
    chosen = _preset(game, preset, request.state.language)
    if not _tells_rules(chosen.game):
        raise NotFoundException
    return _readable_again(await site.off_loop.do(request, lambda: _rules(request, site, chosen)))


@get("/t/{table_id:str}/rules", include_in_schema=False)
async def table_rules(request: AnyRequest, site: Site, table_id: TablePath) -> Response[bytes]:
    """The rules of the game at a table, with the options that were chosen for it."""
    record = (await site.host.live(table_id)).record
    check_may_see(request, record)
    preset = registry.find_preset(record.settings.preset)
    if not _tells_rules(preset.game):
        raise NotFoundException
    chosen = msgspec.structs.replace(preset, options=record.options)
    return await site.off_loop.do(request, lambda: _rules(request, site, chosen))


def _rules(request: AnyRequest, site: Site, preset: Preset) -> Response[bytes]:
    say, built = translator(request.state.language), built_client()
    told = teaching.explain(site.host.games.of_preset(preset.id), preset)
    content, title = _rules_html(preset, told, say), _title(preset, say.language)
    drawings = (f"src/games/{preset.game}/Drawing.svelte",)
    return framed(
        request, site, built, _RULES, "/rules", content, about=title, headline=title, ahead=drawings
    )


def _readable_again(page: Response[bytes]) -> Response[bytes]:
    """A page on which nothing is anybody's own: it may be read again without a network."""
    page.headers["cache-control"] = "no-cache"
    return page


@get(["/learn/{game:str}", "/learn/{game:str}/{preset:str}"], include_in_schema=False)
async def lesson_page(
    request: AnyRequest, site: Site, game: Name, preset: Name | None = None
) -> Response[bytes]:
    """The lesson of a game, for the same presets."""
    wishes, built = Wishes.of(request), built_client()
    chosen = _preset(game, preset, wishes.language)

    def made() -> Response[bytes] | None:
        shown = lesson(site.host.games, chosen, wishes.language)
        return lesson_html(request, site, built, shown) if shown.steps else None

    page = await site.off_loop.do(request, made) if built.has(game) else None
    if page is None:
        raise NotFoundException
    return page


def lesson_html(request: AnyRequest, site: Site, built: Client, shown: Lesson) -> Response[bytes]:
    """The page of a lesson."""
    content = _template("learn.html").substitute(
        title=html.escape(shown.title), steps="\n".join(map(_step_html, shown.steps)), lesson=in_page(shown)
    )
    entries = (_LESSON, f"src/games/{shown.game}/index.ts")
    page = built.page(site.host.games, entries, Wishes.of(request), content, shown.title)
    return answer_page(request, page)


def _step_html(step: StepShown) -> str:
    limits = f" {html.escape(step.limits)}" if step.limits else ""
    return f"<li><b>{html.escape(step.title)}</b> {html.escape(step.task)}{limits}</li>"


def lesson(games: Games, preset: Preset, language: str) -> Lesson:
    """A lesson in a language."""
    game, say = games.of_preset(preset.id), translator(language)

    def shown(step: Step) -> StepShown:
        title, task = say.sentence(step.said.title), say.sentence(step.said.task)
        limits = say.sentence(step.limits) if step.limits else None
        view = game.view(step.state, step.seat)
        return StepShown(step.id, title, task, limits, step.seat, view, step.solution)

    steps = tuple(map(shown, teaching.steps(game, preset)))
    title = _title(preset, language)
    back = f"/rules/{preset.game}/{preset.id}"
    return Lesson(preset.game, preset.id, preset.notation, title, steps, back)


def _title(preset: Preset, language: str) -> str:
    return in_language(registry.about(preset.game).title, language)


def _preset(game: str, name: str | None, language: str) -> Preset:
    """The preset that is named, or the plainest of a game in a language; not found is said as such."""
    for preset in registry.in_order(language):
        if preset.game == game and name in (None, preset.id):
            return preset
    raise NotFoundException


def _tells_rules(game: str) -> bool:
    return teaching.brings(game, "explained")


def _template(name: str) -> Template:
    return Template((_PAGES / name).read_text(encoding="utf-8"))


# --- the rules as a page ----------------------------------------------------------------------------------


def _game_html(preset: Preset, say: Translator) -> str:
    title = html.escape(_title(preset, say.language))
    address = html.escape(f"/rules/{preset.game}")
    return (
        f'<section class="paper"><h2><a href="{address}">{title}</a></h2>'
        f"<p>{html.escape(_sentence(preset, say.language))}</p>{_lesson_link(preset, say)}</section>"
    )


def _rules_html(preset: Preset, told: Explanation | None, say: Translator) -> str:
    sections, led_to = told.sections if told else (), set[str]()
    return _template("rules.html").substitute(
        game=html.escape(preset.game),
        lead=html.escape(_sentence(preset, say.language)),
        learn=_lesson_link(preset, say),
        contents_title=html.escape(say("What is told here")),
        contents="\n".join(_heading(section, say) for section in sections),
        sections="\n".join(_section_html(section, say, led_to) for section in sections),
        variants_title=html.escape(say("All ways to play")),
        variants="\n".join(_variants(preset, say.language)),
    )


def _sentence(preset: Preset, language: str) -> str:
    return in_language(preset.sentence, language)


def _lesson_link(preset: Preset, say: Translator) -> str:
    if not teaching.brings(preset.game, "lessons"):
        return ""
    address = html.escape(f"/learn/{preset.game}/{preset.id}")
    return f'<a class="try" href="{address}">{html.escape(say("Try it out step by step"))}</a>'


def _heading(section: Section, say: Translator) -> str:
    return f'<li><a href="#{html.escape(section.id)}">{html.escape(say.sentence(section.title))}</a></li>'


def _section_html(section: Section, say: Translator, led_to: set[str]) -> str:
    title = html.escape(say.sentence(section.title))
    rules = "\n".join(_rule_html(rule, say, led_to) for rule in section.rules)
    pictures = "\n".join(_picture_html(picture, say) for picture in section.pictures)
    shown = f'\n<div class="pictures">\n{pictures}\n</div>' if pictures else ""
    head = f'<section class="paper" id="{html.escape(section.id)}">\n<h2>{title}</h2>'
    return f"{head}\n{rules}{shown}\n</section>"


def _rule_html(rule: Rule, say: Translator, led_to: set[str]) -> str:
    """A sentence that its clauses lead to, each to the first that tells it."""
    marks = []
    for clause in rule.clauses:
        place = "" if clause in led_to else f' id="{clause}"'
        led_to.add(clause)
        marks.append(f'<span class="clause"{place}>{clause}</span>')
    return f"<p>{html.escape(say.sentence(rule))} {' '.join(marks)}</p>"


def _picture_html(picture: Picture, say: Translator) -> str:
    drawn = html.escape(msgspec.json.encode(picture.drawn).decode())
    caption = html.escape(say.sentence(picture.caption))
    return (
        f'<figure><div class="drawing" data-drawn="{drawn}">{html.escape(picture.text)}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _variants(preset: Preset, language: str) -> Iterator[str]:
    """Links to the rules of all presets of the game."""
    for each in registry.presets().values():
        if each.game == preset.game:
            here = ' aria-current="page"' if each.id == preset.id else ""
            address = html.escape(f"/rules/{each.game}/{each.id}")
            yield f'<li><a href="{address}"{here}>{html.escape(_sentence(each, language))}</a></li>'


HANDLERS = [try_step, all_rules, rules_page, table_rules, lesson_page]

// One table of any game: who sits there, how it stands, what can be done, what is said.

import { copyLink, showInvitation } from "./invitation.js";
import { Line } from "./line.js";
import { ask } from "./server.js";
import { proposals } from "./proposals.js";
import { at, attempt, board, clockText, element, eventText, inShort, tell, tree, words } from "./show.js";
import { Talk } from "./talk.js";
import { language, say, speak } from "./texts.js";

const MOST_LOGGED = 300;
const FILTER_AFTER_MS = 300;

const me = await speak();
let summary = null;
let line = null;
/** The seat through which the table is seen; null for a spectator. */
let seat = null;
let shown = null;
let shownAt = 0;
let events = new Map();
let listedFor = "";
const openKinds = new Set();

const path = (rest = "") => `/api/tables/${summary.id}${rest}`;

function nameOf(place) {
  const one = (shown ?? summary).seats[place];
  if (!one) {
    return say("free");
  }
  return one.bot ? say("{level} (bot)", { level: say(one.bot) }) : one.name || say("guest");
}

// --- coming to the table ------------------------------------------------------------------------------

async function findTable() {
  const [kind, id] = location.pathname.split("/").slice(1);
  if (kind === "join") {
    summary = await ask("GET", `/api/codes/${id}`);
    history.replaceState(null, "", `/t/${summary.id}`);
  } else {
    summary = await ask("GET", `/api/tables/${id}`);
  }
}

async function refreshSummary() {
  summary = await ask("GET", path());
  offerSeats();
  showInvitation(summary, (shown ?? summary).status);
}

/** Which of the own seats the table is shown to; several people may share a device. */
function offerSeats() {
  const own = summary.your_seats;
  if (!own.includes(seat)) {
    choose(own.length ? own[0] : null);
  }
  at("own-seats").hidden = own.length < 2;
  at("own-seat").replaceChildren(...own.map((place) => new Option(nameOf(place), place, false, place === seat)));
}

function choose(wanted) {
  if (line) {
    line.unwatch(summary.id, seat);
  }
  seat = wanted;
  shown = null;
  events = new Map();
  listedFor = "";
  line?.watch(summary.id, seat);
}

// --- showing --------------------------------------------------------------------------------------------

function hear(message) {
  if (message.viewer !== seat || message.table !== summary.id) {
    return;
  }
  const before = shown;
  shown = message;
  shownAt = Date.now();
  for (const one of message.events) {
    events.set(one.seq, one.event);
  }
  if (before && JSON.stringify(before.seats) !== JSON.stringify(message.seats)) {
    refreshSummary().catch(() => {});
  }
  showInvitation(summary, (shown ?? summary).status);
  showState();
  showSeats();
  showResult();
  showView();
  proposals(shown, seat, nameOf, request);
  showLog();
  listActions();
}

const isOwnTurn = () => seat !== null && String(seat) in shown.turns;

function showState() {
  const waited = Object.keys(shown.turns).map((place) => nameOf(Number(place)));
  const said = {
    waiting: say("Waiting until all seats are taken."),
    playing: isOwnTurn() ? say("It is your turn.") : say("Waiting for {names}.", { names: waited.join(", ") }),
    over: say("The game is over."),
  }[shown.status];
  const watching = seat === null && shown.status !== "waiting" ? say("You are watching.") + " " : "";
  if (at("state").textContent !== watching + said) {
    at("state").textContent = watching + said;
  }
  document.title = shown.status === "playing" && isOwnTurn() ? `● ${said} – Stolik` : "Stolik";
}

function showSeats() {
  const passed = Date.now() - shownAt;
  at("seats").replaceChildren(
    ...shown.seats.map((_, place) => {
      const turn = String(place) in shown.turns;
      const left = shown.left_ms[place] === undefined ? shown.bank_ms?.[place] : shown.left_ms[place] - passed;
      return element(
        "li",
        { class: turn ? "seat turn" : "seat" },
        element("span", {}, `${place + 1}. ${nameOf(place)}`),
        place === seat ? element("span", { class: "quiet" }, say("you")) : null,
        turn ? element("span", {}, `← ${say("to move")}`) : null,
        left === undefined ? null : element("span", { class: "quiet" }, clockText(left)),
      );
    }),
  );
}

function showResult() {
  const over = shown.status === "over";
  at("result").hidden = !over;
  if (!over) {
    return;
  }
  const { outcome, ended } = shown;
  const better = (n) => outcome.ranking.slice(0, n).flat().length;
  const lines = (outcome?.ranking ?? []).flatMap((places, n) =>
    places.map((place) => element("li", {}, `${better(n) + 1}. ${nameOf(place)}: ${outcome.scores[place]}`)),
  );
  const why = outcome ? say(outcome.reason) : ended === "DrawAgreed" ? say("A draw was agreed.") : say("The game was ended without a result.");
  at("ranking").replaceChildren(...lines, element("li", { class: "quiet" }, why));
  at("next").replaceChildren(
    shown.followed_by ? element("a", { href: `/t/${shown.followed_by}` }, say("Go to the next game")) : "",
  );
}

function showView() {
  const view = shown.view;
  at("board").replaceChildren(...(view ? [board(view)].filter(Boolean) : []));
  if (!view) {
    at("view").replaceChildren(element("p", { class: "quiet" }, say("Nothing lies here yet.")));
    return;
  }
  // what the player has opened or closed stays so
  const kept = Array.from(at("view").querySelectorAll("details"), (each) => [each.dataset.place, each.open]);
  const { rack, ...rest } = view;
  const own = rack?.length ? [tree({ rack })] : [];
  at("view").replaceChildren(...own, tree(rest, 1));
  for (const [place, open] of kept) {
    const same = at("view").querySelector(`details[data-place="${CSS.escape(place)}"]`);
    if (same) {
      same.open = open;
    }
  }
}

function showLog() {
  const numbered = [...events].sort(([one], [other]) => other - one).slice(0, MOST_LOGGED);
  at("log").replaceChildren(
    ...numbered.map(([seq, event]) => {
      const who = Number.isInteger(event.seat) ? `${nameOf(event.seat)}: ` : "";
      return element("li", {}, element("span", { class: "key" }, `${seq}. `), who + eventText(event));
    }),
  );
  const seed = [...events.values()].find((event) => event.type === "Revealed");
  at("promise").textContent = `SHA-256 ${summary.commitment}`;
  at("seed").textContent = seed ? say("Seed: {seed}", { seed: seed.secret }) : "";
}

// --- acting ---------------------------------------------------------------------------------------------

async function listActions() {
  at("acting").hidden = !(shown.status === "playing" && isOwnTurn());
  const wanted = `${seat} ${shown.turns[seat]} ${at("filter").value}`;
  if (at("acting").hidden || listedFor === wanted) {
    return;
  }
  listedFor = wanted;
  if (summary.terms.rated) {
    offerNothing();
    return;
  }
  const query = new URLSearchParams({ seat, containing: at("filter").value.trim() });
  try {
    const { choices, more } = await ask("GET", path(`/choices?${query}`));
    if (listedFor === wanted) {
      offerActions(choices, more);
    }
  } catch (error) {
    listedFor = "";
    tell(error.message);
  }
}

function offerActions(choices, more) {
  const kinds = new Map();
  for (const choice of choices) {
    const kind = choice.action.type;
    kinds.set(kind, [...(kinds.get(kind) ?? []), choice]);
  }
  kinds.delete("Resign");
  const alone = [...kinds.values()].filter((each) => each.length === 1).flat();
  const lists = [...kinds].filter(([, each]) => each.length > 1);
  at("actions").replaceChildren(
    ...alone.map((choice) => actionButton(choice)),
    ...lists.map(([kind, each]) => actionList(kind, each, more[kind] ?? 0)),
    resigning(),
  );
}

/** In a rated game plays are not listed: the box to write one in is open at once. */
function offerNothing() {
  const why = say("In a rated game possible plays are not listed: finding them is up to the players.");
  at("actions").replaceChildren(element("p", { class: "quiet" }, why), resigning());
  at("filter").closest(".row").hidden = true;
  at("own-action").closest("details").open = true;
}

const resigning = () =>
  element("div", { class: "row" }, element("button", { type: "button", class: "grave", onclick: resign }, say("Resign")));

/** What a kind of action is called; one that nobody translated by its own name. */
const kindText = (type) => words(say(type));

/** Many actions of one kind, out of sight until they are asked for: some want to find their moves themselves. */
function actionList(kind, choices, more) {
  const list = element(
    "details",
    { open: openKinds.has(kind) || at("filter").value.trim() !== "" },
    element("summary", {}, `${kindText(kind)} (${choices.length + more})`),
    ...choices.map((choice) => actionButton(choice)),
    more ? element("p", { class: "quiet" }, say("More of these: {n}. Write letters above to find them.", { n: more })) : null,
  );
  list.addEventListener("toggle", () => (list.open ? openKinds.add(kind) : openKinds.delete(kind)));
  return list;
}

function actionButton(choice) {
  const { type, ...rest } = choice.action;
  const what = choice.made.length ? choice.made.map((each) => each.text).join(", ") : "";
  const points = choice.points ? ` · ${say("points: {n}", { n: choice.points })}` : "";
  const text = `${kindText(type)} ${what}${points}`.trim();
  const detail = element("span", { class: "quiet" }, ` ${inShort(rest)}`);
  return element(
    "div",
    { class: "row" },
    element("button", { type: "button", onclick: () => act(choice.action) }, text, detail),
    Object.keys(rest).length
      ? element("button", { type: "button", onclick: () => write(choice.action), "aria-label": `${say("Change")}: ${text}` }, say("Change"))
      : null,
  );
}

function act(action) {
  tell("");
  const turn = shown.turns[seat] ?? null;
  line.request({ type: "act", table: summary.id, seat, turn, action });
}

function resign() {
  if (confirm(say("Do you really want to resign?"))) {
    line.request({ type: "act", table: summary.id, seat, turn: null, action: { type: "Resign" } });
  }
}

/** Put an action into the box, to be changed and sent. */
function write(action) {
  at("action").value = JSON.stringify(action);
  at("own-action").closest("details").open = true;
  at("action").focus();
}

function written() {
  try {
    return JSON.parse(at("action").value);
  } catch (error) {
    throw new Error(say("This is not JSON: {why}", { why: error.message }));
  }
}

async function tryAction() {
  const found = await ask("POST", path("/preview"), { seat, action: written() });
  const made = found.made.map((each) => `${each.text} ${each.points}`).join(", ");
  at("preview").textContent = found.problem ?? [made, say("points: {n}", { n: found.points })].filter(Boolean).join(" · ");
}

function request(type, fields) {
  tell("");
  line.request({ type, table: summary.id, seat, ...fields });
}

// --- the beginning --------------------------------------------------------------------------------------

function listen() {
  at("sit").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      const name = at("name").value.trim();
      if (!name) {
        at("name").focus();
        throw new Error(say("Please write your name first."));
      }
      await ask("POST", path("/seats"), { name });
      // the socket was opened before the server knew who this is
      location.reload();
    });
  });
  at("copy").addEventListener("click", () => attempt(copyLink));
  at("add-bot").addEventListener("click", () =>
    attempt(async () => {
      await ask("POST", path("/bots"), { bot: at("level").value });
      await refreshSummary();
    }),
  );
  at("another").addEventListener("click", () =>
    attempt(async () => {
      const name = prompt(say("Name of the other player"));
      if (name) {
        await ask("POST", path("/seats"), { name, another: true });
        await refreshSummary();
      }
    }),
  );
  at("leave").addEventListener("click", () =>
    attempt(async () => {
      await ask("DELETE", path("/seats"));
      location.href = "/";
    }),
  );
  at("own-seat").addEventListener("change", () => choose(Number(at("own-seat").value)));
  let filtering = 0;
  at("filter").addEventListener("input", () => {
    clearTimeout(filtering);
    filtering = setTimeout(listActions, FILTER_AFTER_MS);
  });
  at("own-action").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => act(written()));
  });
  at("try").addEventListener("click", () => attempt(tryAction));
}

async function begin() {
  await findTable();
  const presets = await ask("GET", "/api/presets");
  const preset = presets.find((each) => each.id === summary.preset);
  at("title").textContent = preset?.sentence[language] ?? preset?.sentence.en ?? summary.preset;
  at("level").replaceChildren(...(preset?.bots ?? []).map((level) => new Option(say(level), level)));
  at("name").value = me.name;
  listen();
  offerSeats();
  showInvitation(summary, (shown ?? summary).status);
  const states = { connected: "", lost: say("The connection is lost. Trying again…") };
  line = new Line(language, {
    state: (state) => (at("line").textContent = states[state]),
    table: hear,
    said: (message) => talk.hear(message),
    refused: (message) => {
      tell(message.clause ? `${message.message} (${message.clause})` : message.message);
      listedFor = "";
    },
  });
  const talk = new Talk(summary.id, summary.phrases, me.id, line, tell);
  line.watch(summary.id, seat);
  setInterval(() => shown && Object.keys(shown.left_ms).length && showSeats(), 1000);
}

await attempt(begin);

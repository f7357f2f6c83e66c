// The first page: choose a game and with whom, or come to a table.

import { at, attempt, element } from "./show.js";
import { ask } from "./server.js";
import { language, say, speak } from "./texts.js";

const REFRESH_EVERY_MS = 10_000;
let presets = new Map();

const sentence = (preset) => preset.sentence[language] ?? preset.sentence.en ?? preset.id;

const lack = ({ missing: name }) =>
  name === null ? "" : say("Its word list is not here yet. To add one: stolik lexicon add {name} FILE", { name });

function chosenPreset() {
  return presets.get(new FormData(at("new")).get("preset"));
}

function offerPresets() {
  const isOwn = (preset) => Number(preset.language === language);
  const lacks = (preset) => Number(preset.missing !== null);
  // the plainest way to play has the shortest name; what cannot be played here comes last
  const all = [...presets.values()].sort(
    (one, other) => lacks(one) - lacks(other) || isOwn(other) - isOwn(one) || one.id.length - other.id.length,
  );
  const last = presets.get(localStorage.getItem("preset"));
  const usual = last && !lacks(last) ? last : all[0];
  at("presets").replaceChildren(
    ...all.map((preset) =>
      element(
        "label",
        { class: "choice" },
        element("input", {
          type: "radio",
          name: "preset",
          value: preset.id,
          checked: preset === usual,
          disabled: preset.missing !== null,
          onchange: offerSeats,
        }),
        element("span", {}, sentence(preset), " ", lack(preset)),
      ),
    ),
  );
  offerSeats();
}

function offerSeats() {
  const preset = chosenPreset();
  const [least, most] = preset.players;
  const counts = Array.from({ length: most - least + 1 }, (_, n) => String(least + n));
  at("players").replaceChildren(...counts.map((n) => new Option(n, n)));
  at("level").replaceChildren(...preset.bots.map((level) => new Option(say(level), level)));
}

async function go(way) {
  const preset = chosenPreset();
  const name = at("name").value.trim();
  if (!name) {
    at("name").focus();
    throw new Error(say("Please write your name first."));
  }
  const n_seats = Number(at("players").value);
  const waiting = way === "anyone" ? await openTable(preset, n_seats) : undefined;
  if (waiting) {
    await ask("POST", `/api/tables/${waiting.id}/seats`, { name });
    location.href = `/t/${waiting.id}`;
    return;
  }
  localStorage.setItem("preset", preset.id);
  const seats = Array(n_seats - 1).fill(way === "bot" ? at("level").value : null);
  const table = await ask("POST", "/api/tables", { preset: preset.id, n_seats, seats, name, open: way === "anyone" });
  location.href = `/t/${table.id}`;
}

/** A table just like the one wanted at which somebody waits already; all terms are the usual ones here. */
async function openTable(preset, n_seats) {
  const usual = ({ clock, rated, spectators, delay_s, phrases_only, options }) =>
    JSON.stringify(clock) === JSON.stringify(preset.clock) &&
    !(rated || delay_s || phrases_only || Object.keys(options).length) &&
    spectators;
  const isSuch = ({ preset: played, seats, terms }) => played === preset.id && seats.length === n_seats && usual(terms);
  const tables = await ask("GET", "/api/tables");
  return tables.find((table) => isSuch(table) && !table.your_seats.length && table.seats.includes(null));
}

function line(table) {
  const names = table.seats.map((seat) => (seat ? (seat.bot ? say(seat.bot) : seat.name || say("guest")) : say("free")));
  const states = { waiting: say("waiting"), playing: say("playing"), over: say("over") };
  const preset = presets.get(table.preset);
  return element(
    "li",
    {},
    element("a", { href: `/t/${table.id}` }, preset ? sentence(preset) : table.preset),
    ` – ${names.join(", ")} – `,
    element("span", { class: "quiet" }, states[table.status]),
  );
}

async function listTables() {
  const [own, open] = await Promise.all([ask("GET", "/api/me/tables"), ask("GET", "/api/tables")]);
  const others = open.filter((table) => !table.your_seats.length);
  const none = () => element("li", { class: "quiet" }, say("None just now."));
  at("own").replaceChildren(...(own.length ? own.slice(0, 20).map(line) : [none()]));
  at("open").replaceChildren(...(others.length ? others.slice(0, 20).map(line) : [none()]));
}

const me = await speak();
at("name").value = me.name;
presets = new Map((await ask("GET", "/api/presets")).map((preset) => [preset.id, preset]));
offerPresets();
at("new").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => go(event.submitter?.value ?? "bot"));
});
at("join").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = at("code").value.trim();
  attempt(async () => {
    const table = await ask("GET", `/api/codes/${encodeURIComponent(code)}`);
    location.href = `/t/${table.id}`;
  });
});
await attempt(listTables);
setInterval(() => document.hidden || listTables().catch(() => {}), REFRESH_EVERY_MS);

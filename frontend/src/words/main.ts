/** The page about words. The server writes every answer; here it is fetched while somebody types. */

import "../look/corner";
import "./words.css";
import { mount, unmount } from "svelte";
import { copyText } from "../copying";
import { say } from "../texts";
import ReportSheet from "./ReportSheet.svelte";

const PAUSE_MS = 180;
const form = document.getElementById("ask") as HTMLFormElement;
const field = document.getElementById("q") as HTMLInputElement;
const answer = document.getElementById("answer") as HTMLElement;
const spoken = document.getElementById("spoken") as HTMLElement;
const list = form.elements.namedItem("list") as HTMLSelectElement;
let timer = 0;
let asked = 0;

const way = (): string => new FormData(form).get("way") as string;

/** The address of the answer to what stands in the field. */
function address(): string {
  const home = `/words/${encodeURIComponent(list.value)}`;
  const text = field.value.trim().normalize("NFC");
  if (!text) {
    return home;
  }
  return way() === "word" ? `${home}/${encodeURIComponent(text)}` : `${home}?${way()}=${encodeURIComponent(text)}`;
}

/** Bring the answer to what stands in the field; one that comes too late is dropped. */
async function show(): Promise<void> {
  const mine = (asked += 1);
  const path = address();
  const reply = await fetch(`${path}${path.includes("?") ? "&" : "?"}part`).catch(() => null);
  if (mine !== asked) {
    return;
  }
  if (!reply?.ok) {
    answer.replaceChildren(note(say("The server cannot be reached just now.")));
    return;
  }
  answer.innerHTML = await reply.text();
  if (!field.value.trim()) {
    answer.replaceChildren(note(hint()));
  }
  // the answer in one sentence for those who listen; the whole of it would be too much at every letter
  spoken.textContent = answer.querySelector("h2, .hint")?.textContent ?? "";
  field.lang = list.value;
  history.replaceState(null, "", path);
  document.title = [field.value.trim().toLocaleUpperCase(), say("Words"), "Stolik"].filter(Boolean).join(" – ");
  prepare();
}

const hint = (): string => form.querySelector<HTMLInputElement>("input[name=way]:checked")?.dataset["hint"] ?? "";

function note(text: string): HTMLElement {
  const line = document.createElement("p");
  line.className = "hint";
  line.textContent = text;
  return line;
}

function prepare(): void {
  for (const button of answer.querySelectorAll<HTMLButtonElement>("[data-report], [data-share]")) {
    button.hidden = false;
  }
}

function report(word: string): void {
  const sheet = mount(ReportSheet, { target: document.body, props: { word, onclose: () => void unmount(sheet) } });
}

async function share(button: HTMLElement): Promise<void> {
  if (navigator.share) {
    await navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
  } else {
    const copied = copyText(location.href).then(() => say("Copied"));
    button.lastChild?.replaceWith(await copied.catch((error: Error) => error.message));
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show();
});
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void show(), PAUSE_MS);
});
answer.addEventListener("click", (event) => {
  const button = (event.target as HTMLElement).closest<HTMLElement>("button");
  const word = button?.dataset["report"];
  if (button && word !== undefined) {
    report(word);
  } else if (button) {
    void share(button);
  }
});
prepare();
if (!field.value) {
  field.focus();
}

// What the page says, in the language of the player. The English text is the key, as everywhere in Stolik.

import { ask } from "./server.js";

const LANGUAGES = { pl: "Polski", pt: "Português", en: "English" };
let texts = {};
export let language = "en";

/** The text in the player's language, with {names} filled in. */
export function say(text, values = {}) {
  const said = texts[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Load the texts, put them on the page, and let the player choose another language. */
export async function speak() {
  const me = await ask("GET", "/api/me");
  language = me.language in LANGUAGES ? me.language : "en";
  texts = await ask("GET", `/static/texts/${language}.json`);
  document.documentElement.lang = language === "pt" ? "pt-BR" : language;
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.textContent.trim());
  }
  for (const element of document.querySelectorAll("[data-say-alt]")) {
    element.alt = say(element.dataset.sayAlt);
  }
  offerLanguages();
  return me;
}

function offerLanguages() {
  const select = document.getElementById("language");
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code, code === language, code === language);
    option.lang = code;
    select.append(option);
  }
  select.addEventListener("change", async () => {
    await ask("POST", "/api/me", { language: select.value });
    location.reload();
  });
}

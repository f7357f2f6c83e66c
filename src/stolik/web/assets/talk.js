// What is said at a table.

import { at, element } from "./show.js";
import { say } from "./texts.js";

export class Talk {
  #heard = new Set();
  #table;
  #me;
  #line;
  #tell;
  #phrases;

  /** Where there are phrases, nothing else may be said. */
  constructor(table, phrases, me, line, tell) {
    this.#table = table;
    this.#phrases = phrases;
    this.#me = me;
    this.#line = line;
    this.#tell = tell;
    at("say").addEventListener("submit", (event) => this.#speak(event));
    if (phrases) {
      const choice = phrases.map((each) => element("option", { value: each }, say(each)));
      at("text").replaceWith(element("select", { id: "text" }, ...choice));
    }
  }

  /** Somebody said something; after a break in the line it may be told again. */
  hear(said) {
    if (said.table !== this.#table || this.#heard.has(said.n)) {
      return;
    }
    this.#heard.add(said.n);
    const name = said.name || say("guest");
    const text = this.#phrases ? say(said.text) : said.text;
    at("chat").append(element("p", {}, element("strong", {}, `${name}: `), text, " ", this.#muteButton(said, name)));
    at("chat").scrollTop = at("chat").scrollHeight;
  }

  #muteButton(said, name) {
    if (said.player === null || said.player === this.#me) {
      return null;
    }
    const mute = () => {
      this.#line.send({ type: "mute", player: said.player });
      this.#tell(say("You will not hear {name} any more.", { name }));
    };
    return element("button", { type: "button", onclick: mute, "aria-label": `${say("Mute")}: ${name}` }, say("Mute"));
  }

  #speak(event) {
    event.preventDefault();
    const text = at("text").value.trim();
    if (text) {
      this.#line.request({ type: "say", table: this.#table, text });
      if (!this.#phrases) {
        at("text").value = "";
      }
    }
  }
}

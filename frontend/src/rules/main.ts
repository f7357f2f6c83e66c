/** The page of the rules: the server has written it, and here its pictures are drawn. */

import "../look/corner";
import "./rules.css";
import { mount, type Component } from "svelte";

const drawings = import.meta.glob<{ default: Component<{ drawn: unknown }> }>("../games/*/Drawing.svelte");

const game = document.getElementById("rules")?.dataset["game"] ?? "";
const Drawing = (await drawings[`../games/${game}/Drawing.svelte`]?.())?.default;
for (const target of Drawing ? document.querySelectorAll<HTMLElement>("[data-drawn]") : []) {
  const drawn: unknown = JSON.parse(target.dataset["drawn"] ?? "null");
  target.replaceChildren();
  mount(Drawing as Component<{ drawn: unknown }>, { target, props: { drawn } });
}

/** The first page. */

import "../look/corner";
import { mount } from "svelte";
import Home from "./Home.svelte";

const target = document.getElementById("home");
if (target) {
  mount(Home, { target, props: { preset: target.dataset["preset"] ?? "" } });
}

/** The page that looks back at a finished game. */

import "../look/look.css";
import { mount } from "svelte";
import Page from "./Page.svelte";

const target = document.getElementById("review");
if (target) {
  mount(Page, { target });
}

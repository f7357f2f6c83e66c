/** The page that looks back at all one's finished games. */

import "../look/look.css";
import { mount } from "svelte";
import Page from "./Page.svelte";

const target = document.getElementById("reviews");
if (target) {
  mount(Page, { target });
}

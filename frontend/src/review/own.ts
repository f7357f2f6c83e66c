/** The page that looks back at all one's finished games. */

import "../look/look.css";
import { mount } from "svelte";
import OwnPage from "./OwnPage.svelte";

const target = document.getElementById("own-reviews");
if (target) {
  mount(OwnPage, { target });
}

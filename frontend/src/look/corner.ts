/** What every page that the server writes is given: its corner. */

import "./look.css";
import "./pages.css";
import { mount } from "svelte";
import Corner from "./Corner.svelte";

const target = document.getElementById("corner");
if (target) {
  mount(Corner, { target });
}

/** The page about oneself. */

import "../look/corner";
import { mount } from "svelte";
import Me from "./Me.svelte";

const target = document.getElementById("me");
if (target) {
  mount(Me, { target });
}

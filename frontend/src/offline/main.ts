/** The page for times without a network. */

import "../look/look.css";
import { mount } from "svelte";
import Offline from "./Offline.svelte";

// the page was kept some time ago: the look may have been changed since
for (const what of ["theme", "tiles"]) {
  const chosen = new RegExp(`(?:^|; )${what}=(\\w+)`).exec(document.cookie)?.[1];
  if (chosen) {
    document.documentElement.dataset[what] = chosen;
  } else {
    delete document.documentElement.dataset[what];
  }
}
const target = document.getElementById("offline");
if (target) {
  mount(Offline, { target });
}

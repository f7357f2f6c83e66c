/** The page for times without a network. */

import "../look/look.css";
import { mount } from "svelte";
import { THEMES, type Theme } from "../look/theme";
import Offline from "./Offline.svelte";

// the page was kept some time ago: the look may have been changed since
const theme = /(?:^|; )theme=(\w+)/.exec(document.cookie)?.[1] as Theme | undefined;
if (theme && THEMES.includes(theme)) {
  document.documentElement.dataset["theme"] = theme;
} else {
  delete document.documentElement.dataset["theme"];
}
const target = document.getElementById("offline");
if (target) {
  mount(Offline, { target });
}

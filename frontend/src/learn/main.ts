/** The page of a lesson. */

import "../look/look.css";
import { mount } from "svelte";
import { loadGame } from "../table/games";
import Learn from "./Learn.svelte";
import { Lesson, type LessonShown } from "./lesson.svelte";

const target = document.getElementById("learn");
const shown = JSON.parse(document.getElementById("lesson")?.textContent ?? "null") as LessonShown | null;
if (target && shown) {
  const game = await loadGame(shown.game);
  target.replaceChildren();
  mount(Learn, { target, props: { lesson: new Lesson(shown, game) } });
}

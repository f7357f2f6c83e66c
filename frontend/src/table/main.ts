/** The page of a table. */

import "../look/look.css";
import { type ComponentProps, mount } from "svelte";
import { ask } from "../api";
import { TableHere } from "./here.svelte";
import Table from "./Table.svelte";

const target = document.getElementById("table");
const [, kind, id = ""] = location.pathname.split("/");

/** A code that leads to a table has another address than the table: whoever is here with one has mistaken it. */
const table = async () => (kind === "join" ? (await ask("GET /api/codes/{code}", { code: id })).id : id);

if (target) {
  // nothing is drawn until the table can be: what it needs has come with the page
  const open = (props: ComponentProps<typeof Table>) => {
    const picture = target.querySelector(".board-placeholder");
    mount(Table, { target, props });
    // it lies under the board that it announced: nobody sees it go
    requestAnimationFrame(() => setTimeout(() => picture?.remove()));
  };
  table().then(TableHere.open).then(
    (here) => open({ here }),
    (problem: unknown) => open({ problem }),
  );
}

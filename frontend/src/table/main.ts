/** The page of a table. */

import "../look/look.css";
import { mount } from "svelte";
import { TableHere } from "./here.svelte";
import Table from "./Table.svelte";

const target = document.getElementById("table");
const table = location.pathname.split("/").at(-1);
if (target && table) {
  // nothing is drawn until the table can be: what it needs has come with the page
  TableHere.open(table).then(
    (here) => mount(Table, { target, props: { here } }),
    (problem: unknown) => mount(Table, { target, props: { problem } }),
  );
}

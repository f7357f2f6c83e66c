/** The page of a table. */

import "../look/look.css";
import { mount } from "svelte";
import Table from "./Table.svelte";

const target = document.getElementById("table");
const table = location.pathname.split("/").at(-1);
if (target && table) {
  mount(Table, { target, props: { table } });
}

/** The page of a table. */

import "../look/look.css";
import { type ComponentProps, mount } from "svelte";
import { TableHere } from "./here.svelte";
import Table from "./Table.svelte";

const target = document.getElementById("table");
const table = location.pathname.split("/").at(-1);
if (target && table) {
  // nothing is drawn until the table can be: what it needs has come with the page
  const open = (props: ComponentProps<typeof Table>) => {
    const picture = target.querySelector(".coming");
    mount(Table, { target, props });
    // it lies under the board that it announced: nobody sees it go
    requestAnimationFrame(() => setTimeout(() => picture?.remove()));
  };
  TableHere.open(table).then(
    (here) => open({ here }),
    (problem: unknown) => open({ problem }),
  );
}

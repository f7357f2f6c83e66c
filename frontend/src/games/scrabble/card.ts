/** The picture of the board game on the first page. */

import type { Card } from "../../home/card";
import Picture from "./Picture.svelte";

export default { Picture } satisfies Card;

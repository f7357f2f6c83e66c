/** Whether there is room beside the board for columns: what a narrow page does not show is not made there either. */

const query = matchMedia("(min-width: 900px)");

export const room = $state({ wide: query.matches });

query.addEventListener("change", () => (room.wide = query.matches));

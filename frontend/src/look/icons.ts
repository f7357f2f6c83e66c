/** The signs of icons.svg, 24 units square, drawn with a stroke. */

import sprite from "./icons.svg";

export type IconName =
  | "back"
  | "next"
  | "menu"
  | "more"
  | "shuffle"
  | "recall"
  | "exchange"
  | "pass"
  | "flag"
  | "bag"
  | "deck"
  | "eye"
  | "chat"
  | "sound"
  | "silent"
  | "bot"
  | "link"
  | "globe"
  | "check"
  | "cross"
  | "warn"
  | "clock"
  | "moon"
  | "undo"
  | "redo"
  | "reset"
  | "plus"
  | "minus"
  | "fit"
  | "star"
  | "search"
  | "pen"
  | "book"
  | "share"
  | "print"
  | "bulb"
  | "delete"
  | "people"
  | "list"
  | "up"
  | "down";

/** Where the drawing of an icon is. */
export const iconHref = (name: IconName): string => `${sprite}#${name}`;

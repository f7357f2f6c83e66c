/** Copying for other programs, also at a plain http address: browsers give scripts a clipboard only at safe ones. */

import { say } from "./texts";

/** Copy what a field holds; where the browser refuses, it stays selected and the error is a sentence for people. */
export async function copyFrom(field: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    if (!document.execCommand("copy")) {
      throw new Error(say("The browser has copied nothing. Please copy the link by hand."));
    }
  }
}

/** Copy a text that stands in no field. */
export async function copyText(text: string): Promise<void> {
  const field = Object.assign(document.createElement("input"), { value: text });
  // of a field that has no size nothing would be copied
  Object.assign(field.style, { position: "fixed", opacity: "0" });
  document.body.append(field);
  await copyFrom(field).finally(() => field.remove());
}

/** Whether squares say in letters what they multiply, and not by signs: a wish that this device keeps. */

const KEY = "labels";

export const labels = $state({ on: localStorage.getItem(KEY) === "on" });

export function turnLabels(on: boolean): void {
  labels.on = on;
  localStorage.setItem(KEY, on ? "on" : "off");
}

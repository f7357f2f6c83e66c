// The HTTP API: an answer, or an error whose message is a sentence for people.

export async function ask(method, path, content) {
  const options = { method, headers: { accept: "application/json" } };
  if (content !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(content);
  }
  const answer = await fetch(path, options);
  const text = await answer.text();
  const told = text ? JSON.parse(text) : null;
  if (!answer.ok) {
    throw new Error(told?.message ?? answer.statusText);
  }
  return told;
}

/** A name that no other request has; also on plain http, where there is no randomUUID. */
export function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
}

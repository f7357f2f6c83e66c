/** The HTTP API: an answer, or an error whose message is a sentence for people. */

import type { Api } from "./protocol";

type Call = keyof Api;
type Takes<C extends Call> = Api[C] extends { takes: infer T } ? T : undefined;
type Gives<C extends Call> = Api[C] extends { gives: infer G } ? G : unknown;
/** The parts of a path, and what stands behind its question mark. */
type Values = Record<string, string | number>;

/** Ask the server for something: `ask("GET /api/tables/{table_id}", { table_id })`. */
export async function ask<C extends Call>(call: C, values: Values = {}, content?: Takes<C>): Promise<Gives<C>> {
  const [method, template] = call.split(" ") as [string, string];
  const { ...query } = values;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = query[name];
    delete query[name];
    return encodeURIComponent(String(value));
  });
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const options: RequestInit = { method, headers: { accept: "application/json" } };
  if (content !== undefined) {
    options.headers = { ...options.headers, "content-type": "application/json" };
    options.body = JSON.stringify(content);
  }
  const answer = await fetch(asked.length ? `${path}?${asked.join("&")}` : path, options);
  const text = await answer.text();
  const told: unknown = text ? JSON.parse(text) : null;
  if (!answer.ok) {
    throw new Error((told as { message?: string } | null)?.message ?? answer.statusText);
  }
  return told as Gives<C>;
}

/** A name that no other request has; also on plain http, where there is no randomUUID. */
export function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
}

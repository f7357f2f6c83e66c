// The socket. It comes back by itself, goes on where it was, and sends again the actions that were not answered:
// the server carries out an action of one name only once.

import { newName } from "./server.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const PING_EVERY_MS = 20_000;

export class Line {
  #socket = null;
  #waitMs = FIRST_WAIT_MS;
  #watched = new Map();
  #unanswered = new Map();
  #heardAt = 0;
  #tell;
  #language;

  /** `tell` has a function for each type of message, and `state` for "connected" and "lost". */
  constructor(language, tell) {
    this.#language = language;
    this.#tell = tell;
    setInterval(() => this.#ping(), PING_EVERY_MS);
    addEventListener("online", () => this.#connect());
    document.addEventListener("visibilitychange", () => document.hidden || this.#ping());
    this.#connect();
  }

  /** Be told of a table as a seat sees it (null: as spectators do), from now on. */
  watch(table, seat) {
    this.#watched.set(`${table} ${seat}`, { table, seat, since: 0 });
    this.#send({ type: "watch", table, seat });
  }

  unwatch(table, seat) {
    this.#watched.delete(`${table} ${seat}`);
    this.#send({ type: "unwatch", table, seat });
  }

  /** Send a request that is answered; an action is sent again if the line breaks before that. */
  request(message) {
    const named = { ...message, id: newName() };
    if (named.type === "act") {
      this.#unanswered.set(named.id, named);
    }
    this.#send(named);
    return named.id;
  }

  /** Send something that needs no answer. */
  send(message) {
    this.#send(message);
  }

  #connect() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) {
      return;
    }
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = () => this.#lost(socket);
  }

  #opened() {
    this.#waitMs = FIRST_WAIT_MS;
    this.#heardAt = Date.now();
    this.#send({ type: "hello", version: 1, language: this.#language });
    for (const watched of this.#watched.values()) {
      this.#send({ type: "watch", ...watched });
    }
    for (const message of this.#unanswered.values()) {
      this.#send(message);
    }
    this.#tell.state("connected");
  }

  #lost(socket) {
    if (socket !== this.#socket) {
      return;
    }
    this.#socket = null;
    this.#tell.state("lost");
    setTimeout(() => this.#connect(), this.#waitMs * (0.75 + Math.random() / 2));
    this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS);
  }

  #heard(message) {
    this.#heardAt = Date.now();
    if (message.type === "table") {
      const watched = this.#watched.get(`${message.table} ${message.viewer}`);
      if (watched) {
        watched.since = message.seq;
      }
      message.done.forEach((id) => this.#unanswered.delete(id));
    } else if (message.type === "done") {
      this.#unanswered.delete(message.id);
    } else if (message.type === "refused" && message.why !== "storage") {
      this.#unanswered.delete(message.id);
    }
    this.#tell[message.type]?.(message);
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.#connect();
    } else if (Date.now() - this.#heardAt > 3 * PING_EVERY_MS) {
      this.#socket.close();
    } else {
      this.#send({ type: "ping" });
    }
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }
}

/**
 * The socket. It comes back by itself, goes on where it was, and sends again the actions that were not answered: the
 * server carries out an action of one name only once.
 */

import { newName } from "../api";
import { language, say } from "../texts";
import { VERSION, type FromServer, type Said, type TableChanged, type TableShown, type Welcome } from "../protocol";
import { applied } from "./changes";
import type { Verdict } from "./game";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const PING_EVERY_MS = 20_000;
const AGAIN_AFTER_MS = 1_000;

/** What the socket tells. */
export interface Hearer {
  table(shown: TableShown): void;
  said(line: Said): void;
  welcome(who: Welcome): void;
  /** Whether the server can be reached; `expired` once the session has ended and there is no coming back. */
  state(state: "connected" | "lost" | "expired"): void;
  /** A refusal that belongs to no request. */
  refused(message: string): void;
}

interface Request {
  type: "act" | "propose" | "answer" | "say";
  table: string;
  [field: string]: unknown;
}

interface Watched {
  table: string;
  seat: number | null;
  since: number;
  /** What changes are made to; null until the whole has come. */
  shown: TableShown | null;
}

interface Waiting {
  message: Request & { id: string };
  answer: (verdict: Verdict) => void;
}

const LOGGED_OUT = 4401;

export class Line {
  #socket: WebSocket | null = null;
  #waitMs = FIRST_WAIT_MS;
  #watched = new Map<string, Watched>();
  #waiting = new Map<string, Waiting>();
  #heardAt = 0;
  readonly #hearer: Hearer;

  constructor(hearer: Hearer) {
    this.#hearer = hearer;
    setInterval(() => this.#ping(), PING_EVERY_MS);
    addEventListener("online", () => this.#connect());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.#ping());
    this.#connect();
  }

  /** Be told of a table as a seat sees it (null: as spectators do), from an event on that is not known yet. */
  watch(table: string, seat: number | null, since = 0): void {
    const watched = { table, seat, since, shown: null };
    this.#watched.set(`${table} ${seat}`, watched);
    this.#wantWhole(watched);
  }

  unwatch(table: string, seat: number | null): void {
    this.#watched.delete(`${table} ${seat}`);
    this.#send({ type: "unwatch", table, seat });
  }

  /** Ask for something and wait for the verdict; an action is sent again if the line breaks before that. */
  request(message: Request): Promise<Verdict> {
    const named = { ...message, id: newName() };
    return new Promise((answer) => {
      this.#waiting.set(named.id, { message: named, answer });
      this.#send(named);
    });
  }

  /** Hear somebody no more, or again. */
  mute(player: string, on: boolean): void {
    this.#send({ type: "mute", player, on });
  }

  #connect(): void {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) {
      return;
    }
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #opened(): void {
    this.#waitMs = FIRST_WAIT_MS;
    this.#heardAt = Date.now();
    this.#send({ type: "hello", version: VERSION, language });
    for (const watched of this.#watched.values()) {
      this.#wantWhole(watched);
    }
    for (const { message } of this.#waiting.values()) {
      this.#send(message);
    }
    this.#hearer.state("connected");
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) {
      return;
    }
    this.#socket = null;
    // whether these arrived cannot be known, and sending them twice would say them twice
    for (const [id, { message, answer }] of this.#waiting) {
      if (message.type !== "act") {
        this.#waiting.delete(id);
        answer({ done: false, message: say("The connection broke. Please try again."), clause: null });
      }
    }
    if (code === LOGGED_OUT) {
      this.#hearer.state("expired");
      return;
    }
    this.#hearer.state("lost");
    setTimeout(() => this.#connect(), this.#waitMs * (0.75 + Math.random() / 2));
    this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS);
  }

  #heard(message: FromServer): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case "table":
        this.#shown(message);
        break;
      case "changed":
        this.#changed(message);
        break;
      case "done":
        this.#settle(message.id, { done: true });
        break;
      case "refused":
        this.#refused(message.id, message.message, message.clause, message.why);
        break;
      case "said":
        this.#hearer.said(message);
        break;
      case "welcome":
        this.#hearer.welcome(message);
        break;
      default:
        break;
    }
  }

  #shown(shown: TableShown): void {
    const watched = this.#watched.get(`${shown.table} ${shown.viewer}`);
    if (watched) {
      watched.since = shown.seq;
      watched.shown = shown;
      this.#hearer.table(shown);
    }
    shown.done.forEach((id) => this.#settle(id, { done: true }));
  }

  #changed({ on, changes, type: _, ...told }: TableChanged): void {
    const watched = this.#watched.get(`${told.table} ${told.viewer}`);
    if (watched?.shown?.seq === on) {
      this.#shown({ ...applied(watched.shown, changes), ...told });
      return;
    }
    if (watched?.shown) {
      this.#wantWhole(watched);
    }
    told.done.forEach((id) => this.#settle(id, { done: true }));
  }

  /** Ask for a table as a whole: what has changed before it comes is in it. */
  #wantWhole(watched: Watched): void {
    const { table, seat, since } = watched;
    watched.shown = null;
    this.#send({ type: "watch", table, seat, since });
  }

  #refused(id: string | null, message: string, clause: string | null, why: string): void {
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (!waiting) {
      this.#hearer.refused(message);
    } else if (why === "storage" && waiting.message.type === "act") {
      setTimeout(() => this.#send(waiting.message), AGAIN_AFTER_MS);
    } else {
      this.#settle(waiting.message.id, { done: false, message, clause });
    }
  }

  #settle(id: string, verdict: Verdict): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.answer(verdict);
  }

  /** Ask whether the other side is there; a line that has been silent for too long is given up. */
  #ping(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.#heardAt > 2.5 * PING_EVERY_MS) {
        this.#drop();
      } else {
        this.#send({ type: "ping", n: 0 });
      }
    } else if (navigator.onLine) {
      this.#connect();
    }
  }

  /** A socket that leads nowhere may take minutes to notice: do not wait for it. */
  #drop(): void {
    const socket = this.#socket;
    if (socket) {
      socket.close();
      this.#lost(socket, 0);
    }
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }
}

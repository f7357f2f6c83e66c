// Was a finished game dealt as promised? Checked in the browser, with nothing but this file.
//
// 1. The seed, told at the end, must have the SHA-256 that the first event has.
// 2. The draws of an entry come from 64-bit numbers: the first eight bytes of HMAC-SHA256(seed, label + index),
//    where the label is table, number of the entry and the salts by seat, joined by the character 0x1f, and the
//    index counts the numbers of the entry from 0 in eight bytes. A number at or above the greatest multiple
//    of n up to 2^64 is thrown away; else number mod n tells which of the n things left is taken.
// 3. What is taken must be what the events of the log say. A place in an event where things drawn are told is
//    told by draws everywhere: nothing can be slipped in beside them.
// 4. The first offer of the game is the whole box, and its order is the order of all offers. Something may be
//    missing from an offer only if it was drawn before.
//
// Browsers give crypto.subtle only to pages that came by https, so SHA-256 is written out below.
// What the rules make of the draws is not checked here: `stolik verify` does that too.

const encoder = new TextEncoder();

function primes(n) {
  const found = [];
  for (let candidate = 2; found.length < n; candidate++) {
    if (found.every((prime) => candidate % prime)) found.push(candidate);
  }
  return found;
}

// The first 32 bits after the point of a root, found with whole numbers so that no rounding is trusted.
function fraction(prime, power) {
  const scaled = BigInt(prime) << BigInt(32 * power);
  let low = 0n;
  let high = BigInt(prime) << 32n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(power) <= scaled) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

const ROUNDS = Uint32Array.from(primes(64), (prime) => fraction(prime, 3));
const START = Uint32Array.from(primes(8), (prime) => fraction(prime, 2));

function rotated(word, n) {
  return (word >>> n) | (word << (32 - n));
}

function padded(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  new DataView(whole.buffer).setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return whole;
}

/** The SHA-256 of some bytes. */
export function sha256(bytes) {
  const view = new DataView(padded(bytes).buffer);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const near = words[i - 2];
      const far = words[i - 15];
      const mixedNear = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
      const mixedFar = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
      words[i] = words[i - 16] + mixedFar + words[i - 7] + mixedNear;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = (h + mixedE + chosen + ROUNDS[i] + words[i]) | 0;
      const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + mixedA + most) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The HMAC-SHA256 of some bytes under a key. */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** Bytes as hexadecimal digits. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes that hexadecimal digits stand for, or null. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})+$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}

/** The numbers that the draws of one entry are made from. */
export class Numbers {
  constructor(seed, table, seq, salts) {
    this.seed = seed;
    this.label = encoder.encode([table, String(seq), ...salts].join("\x1f"));
    this.index = 0n;
  }

  word() {
    const index = new DataView(new ArrayBuffer(8));
    index.setBigUint64(0, this.index++);
    const digest = hmac(this.seed, joined(this.label, new Uint8Array(index.buffer)));
    return new DataView(digest.buffer).getBigUint64(0);
  }

  below(n) {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(n));
    for (;;) {
      const word = this.word();
      if (word < limit) return Number(word % BigInt(n));
    }
  }

  draw(offered, n) {
    const left = [...offered];
    return Array.from({ length: n }, () => left.splice(this.below(left.length), 1)[0]);
  }
}

class Problem extends Error {
  constructor(problem, seq) {
    super(problem);
    this.seq = seq;
  }
}

function check(holds, problem, seq) {
  if (!holds) throw new Problem(problem, seq);
}

const text = JSON.stringify;

function counted(things) {
  const counts = new Map();
  for (const each of things) counts.set(text(each), (counts.get(text(each)) ?? 0) + 1);
  return counts;
}

function checkNumbers(log) {
  let due = 0;
  for (const entry of log.entries) {
    check(entry.seq === due && entry.events.length, "an event is missing or has another number", due);
    for (const envelope of entry.events) check(envelope.seq === due++, "an event has another number", due - 1);
  }
}

function foundSeed(log) {
  const first = log.entries[0]?.events[0]?.event;
  check(first?.type === "Opened" && first.table === log.table, "the log does not begin with its table", 0);
  const told = log.entries.flatMap((entry) => entry.events.filter(({ event }) => event.type === "Revealed"));
  check(told.length, "the seed is not told yet", null);
  const seed = fromHex(told[0].event.secret);
  check(seed !== null, "the seed cannot be read", told[0].seq);
  check(toHex(sha256(seed)) === first.commitment, "the seed does not have the promised hash", 0);
  return seed;
}

function noteSalts(entry, salts, hasBegun) {
  for (const { seq, event } of entry.events) {
    if (event.type === "Salted") {
      check(!hasBegun, "salt was added after the first draw", seq);
      salts.set(event.seat, event.salt);
    }
    if (event.type === "Unseated") salts.delete(event.seat);
  }
}

function labelled(salts) {
  return [...salts].sort(([one], [other]) => one - other).map(([seat, salt]) => `${seat}=${salt}`);
}

// Every offer is the box, in its order, less some of what was drawn before.
function checkOffer(draw, box, before) {
  let at = 0;
  for (const each of draw.offered) {
    while (at < box.length && text(box[at]) !== text(each)) at++;
    check(at++ < box.length, "something was offered out of order, or is not in the box", draw.seq);
  }
  const offered = counted(draw.offered);
  for (const [each, n] of counted(box)) {
    const missing = n - (offered.get(each) ?? 0);
    check(missing <= (before.get(each) ?? 0), "something was not offered that was never drawn", draw.seq);
  }
}

function checkTold(draw, entry, told) {
  check(draw.at.length === draw.drawn.length, "a draw is told in the wrong number of places", draw.seq);
  draw.drawn.forEach((each, i) => {
    const way = draw.at[i];
    check(Array.isArray(way) && way.length > 1, "the events do not tell a draw", draw.seq);
    const [n, ...rest] = way;
    const seq = draw.seq + n;
    const value = rest.reduce((part, key) => part?.[key], entry.events[n]?.event);
    check(value !== undefined && text(value) === text(each), "the events tell another draw", seq);
    check(!told.places.has(text([seq, ...rest])), "one place tells two draws", seq);
    told.places.add(text([seq, ...rest]));
    told.fields.add(text([entry.events[n].event.type, rest[0]]));
  });
}

function* things(value, box, way) {
  if (box.has(text(value))) yield way;
  else if (value !== null && typeof value === "object") {
    for (const [key, part] of Object.entries(value)) {
      yield* things(part, box, [...way, Array.isArray(value) ? Number(key) : key]);
    }
  }
}

// Where some draws are told, only draws are told.
function checkNothingElse(log, told, box) {
  for (const { seq, event } of log.entries.flatMap((entry) => entry.events)) {
    for (const [field, value] of Object.entries(event)) {
      if (!told.fields.has(text([event.type, field]))) continue;
      for (const way of things(value, box, [field])) {
        check(told.places.has(text([seq, ...way])), "the events tell of something that was not drawn", seq);
      }
    }
  }
}

function dealtAgain(log, draws) {
  checkNumbers(log);
  const seed = foundSeed(log);
  const salts = new Map();
  const drawn = new Map();
  const told = { places: new Set(), fields: new Set() };
  const box = draws[0]?.offered ?? [];
  let done = 0;
  for (const entry of log.entries) {
    const numbers = new Numbers(seed, log.table, entry.seq, labelled(salts));
    for (; draws[done]?.seq === entry.seq; done++) {
      const draw = draws[done];
      checkOffer(draw, box, drawn);
      check(draw.drawn.length <= draw.offered.length, "more was drawn than was offered", draw.seq);
      const again = numbers.draw(draw.offered, draw.drawn.length);
      check(text(again) === text(draw.drawn), "the seed gives other draws", draw.seq);
      checkTold(draw, entry, told);
      for (const [each, n] of counted(draw.drawn)) drawn.set(each, (drawn.get(each) ?? 0) + n);
    }
    noteSalts(entry, salts, done > 0);
  }
  check(done === draws.length, "a draw belongs to no entry", draws[done]?.seq ?? null);
  checkNothingElse(log, told, new Set(box.map(text)));
  return done;
}

/** Check a log (/api/tables/ID/log) with its draws (/api/tables/ID/draws): {ok, n_draws, problem, seq}. */
export function verify(log, draws) {
  try {
    return { ok: true, n_draws: dealtAgain(log, draws), problem: null, seq: null };
  } catch (error) {
    const known = error instanceof Problem;
    const problem = known ? error.message : `the log cannot be read: ${error.message}`;
    return { ok: false, n_draws: 0, problem, seq: known ? error.seq : null };
  }
}

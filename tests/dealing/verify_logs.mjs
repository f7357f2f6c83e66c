// Runs the browser's check over cases on stdin and prints what it says.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const { hmac, sha256, toHex, verify } = await import(process.argv[2]);

function bytes(n, first) {
  return Uint8Array.from({ length: n }, (_, i) => (first + 7 * i) % 256);
}

// Lengths around every border of blocks, and keys shorter and longer than a block.
function wrongHashes() {
  const wrong = [];
  for (let n = 0; n < 300; n++) {
    const text = bytes(n, n);
    if (toHex(sha256(text)) !== createHash("sha256").update(text).digest("hex")) wrong.push(`sha256 ${n}`);
    for (const size of [0, 1, 32, 63, 64, 65, 200]) {
      const key = bytes(size, 3 * n);
      const ours = toHex(hmac(key, text));
      if (ours !== createHmac("sha256", key).update(text).digest("hex")) wrong.push(`hmac ${size} ${n}`);
    }
  }
  return wrong;
}

const cases = JSON.parse(readFileSync(0, "utf8"));
const verdicts = cases.map(({ log, draws }) => verify(log, draws));
process.stdout.write(JSON.stringify({ wrong: wrongHashes(), verdicts }));

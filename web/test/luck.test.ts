import { expect, test } from "vitest";
import { commitmentOf, draw, judge, next, type Part } from "../src/table/luck";
import { sha256 as hash } from "../src/table/sha256";
import type { Luck, Over } from "../src/table/types";

/** The hash as the runtime works it out, by code that is not ours. */
async function known(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("a text has the hash that it has everywhere", async () => {
  expect(hash("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (let length = 0; length < 260; length++) {
    const text = "夜 dusk ".repeat(60).slice(0, length);
    expect(hash(text)).toBe(await known(text));
  }
});

const SEED = "ab".repeat(16);

function dealt(): { luck: Luck; over: Over; commitment: string; part: Part } {
  const secret = "5e".repeat(32);
  const terms = '{"game": "toy", "players": 2, "seed": ""}';
  const promise = hash(`${terms}\n1\n${secret}`);
  const part = draw("t", 0, promise);
  const other = "0b".repeat(32);
  const shares = [
    { seat: 0, commitment: part.commitment, share: part.share },
    { seat: 1, commitment: commitmentOf(promise, 1, other), share: other },
  ];
  const seed = hash([secret, `0 ${part.share}`, `1 ${other}`].join("\n")).slice(0, SEED.length);
  const header = terms.replace('""', `"${seed}"`);
  const commitments = { "0": shares[0]!.commitment, "1": shares[1]!.commitment };
  part.commitments = commitments;
  const over: Over = {
    ranks: [1, 2],
    scores: [],
    rule: "",
    reason: "",
    seed,
    header,
    commitment: hash(header),
    proof: { round: 1, promise, secret, shares },
  };
  const luck: Luck = { round: 1, promise, state: "reveal", commitments, revealed: [], waiting: [0, 1], broken: [] };
  return { luck, over, commitment: hash(header), part };
}

test("a part is as long as it has to be, and never the same", () => {
  const drawn = Array.from({ length: 20 }, () => draw("t", 1, "p").share);
  expect(drawn.every((share) => /^[0-9a-f]{64}$/.test(share))).toBe(true);
  expect(new Set(drawn).size).toBe(20);
});

test("a part is told only once all are bound, and by nobody who is bound to another", () => {
  const { luck, part } = dealt();
  expect(next({ ...luck, state: "commit", commitments: {} }, part)).toBe("commit");
  expect(next({ ...luck, state: "commit" }, part)).toBe("wait");
  expect(next(luck, part)).toBe("reveal");
  expect(next({ ...luck, revealed: [0] }, part)).toBe("wait");
  expect(next(luck, { ...part, commitment: "another" })).toBe("lost");
  expect(next({ ...luck, state: "reveal", commitments: {} }, part)).toBe("wait");
});

test("nothing is told once a fingerprint is not the one that was shown", () => {
  const { luck, part } = dealt();
  const changed = { ...luck, commitments: { ...luck.commitments, "1": "another" } };
  expect(next(changed, part)).toBe("changed");
  expect(next({ ...luck, commitments: { ...luck.commitments, "2": "one more" } }, part)).toBe("changed");
});

test("a seed that was made as promised has my part in it", () => {
  const { over, commitment, part } = dealt();
  expect(judge(over, commitment, [part])).toEqual({ sound: true, mine: "in" });
  expect(judge(over, commitment, [])).toEqual({ sound: true, mine: "unknown" });
  const { proof: _, ...plain } = over;
  expect(judge(plain, commitment, [])).toBeNull();
});

test("whatever was changed is found", () => {
  const { over, commitment, part } = dealt();
  const proof = over.proof!;
  const [mine, other] = proof.shares as [(typeof proof.shares)[0], (typeof proof.shares)[0]];
  const forged: Over[] = [
    { ...over, proof: { ...proof, secret: "00".repeat(32) } },
    { ...over, proof: { ...proof, round: 2 } },
    { ...over, proof: { ...proof, shares: [mine, { ...other, share: "00".repeat(32) }] } },
    { ...over, proof: { ...proof, shares: [other, mine] } },
    { ...over, proof: { ...proof, shares: [mine] } },
    { ...over, seed: SEED },
  ];
  for (const one of forged) expect(judge(one, commitment, [part])?.sound).toBe(false);
  expect(judge(over, "another", [part])?.sound).toBe(false);
});

test("a seed that leaves my part out, or another than was shown, is found", () => {
  const { over, commitment, part } = dealt();
  expect(judge(over, commitment, [{ ...part, share: "00".repeat(32) }])?.mine).toBe("out");
  expect(judge(over, commitment, [{ ...part, promise: "of another round" }])?.mine).toBe("out");
  const { commitments: _, ...untold } = part;
  expect(judge(over, commitment, [untold])?.mine).toBe("out");
  const shown = { ...part.commitments, "1": "another" };
  expect(judge(over, commitment, [{ ...part, commitments: shown }])?.mine).toBe("out");
});

import { seededRandom } from "@tenon/testkit";
import { expect, it } from "vitest";

import { VALUE_HINT } from "../../src/redact/secret-shapes.ts";
import { mayHaveValue } from "../../src/redact/value-hint.ts";

const HINT = new RegExp(`-----BEGIN |${VALUE_HINT}`, "i");

it("finds a hint wherever the pattern of all hints does, and nowhere else", () => {
  const random = seededRandom(1);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  // Hints, whole and cut, in both cases, among characters that have the same last bits as theirs.
  const hints = [
    "auth",
    "code",
    "cookie",
    "cred",
    "jwt",
    "key",
    "pass",
    "pwd",
    "secret",
    "sig",
    "token",
    "bearer",
    "://",
  ];
  const more = [
    "webhook",
    "hooks.slack",
    "7:AA",
    "/t/",
    "/k/",
    "hook",
    "-----BEGIN ",
    " ",
    "\n",
    "ā",
    "ŧŧŧ",
    "中",
    "😀",
    "-----",
    "x",
  ];
  const parts = [...hints, ...more].flatMap((part) => [part, part.toUpperCase(), part.slice(0, 2), part.slice(1)]);
  const counts = { with: 0, without: 0 };
  const wrong: string[] = [];
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(parts)).join(pick(["", "", "q"]));
    const expected = HINT.test(text);
    counts[expected ? "with" : "without"] += 1;
    if (mayHaveValue(text) !== expected) wrong.push(text);
  }
  expect(wrong).toEqual([]);
  expect(Math.min(counts.with, counts.without)).toBeGreaterThan(2_000);
});

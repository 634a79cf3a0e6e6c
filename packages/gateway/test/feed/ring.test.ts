import { expect, it } from "vitest";

import { createRing } from "../../src/feed/ring.ts";

it("keeps the latest frames, bounded by their number and by their size", () => {
  const ring = createRing({ start: 10, frames: 3, characters: 10 });
  expect(ring.after(10)).toEqual([]);
  for (const frame of ["a", "b", "c", "d"]) ring.push(frame);
  expect(ring.lastSeq).toBe(14);
  expect(ring.after(10)).toBeUndefined();
  expect(ring.after(11)).toEqual(["b", "c", "d"]);
  expect(ring.after(13)).toEqual(["d"]);
  expect(ring.after(14)).toEqual([]);
  expect(ring.after(99)).toEqual([]);
  ring.push("nine long");
  expect(ring.after(13)).toEqual(["d", "nine long"]);
  ring.push("much longer than all that it may hold");
  // One that is too large by itself is still kept: a reader that waits for it is not sent back to the journal.
  expect(ring.after(15)).toEqual(["much longer than all that it may hold"]);
  expect(ring.after(14)).toBeUndefined();
});

it("counts on when much has fallen out", () => {
  const ring = createRing({ start: 0, frames: 5, characters: Infinity });
  for (let seq = 1; seq <= 1_000; seq += 1) ring.push(`${seq}`);
  expect(ring.after(995)).toEqual(["996", "997", "998", "999", "1000"]);
  expect(ring.after(994)).toBeUndefined();
  expect(ring.lastSeq).toBe(1_000);
});

import { countingIds, seededRandom } from "@tenon/testkit";
import { expect, it } from "vitest";

it("counts ids for each kind by itself, anew for each test", () => {
  const id = countingIds();
  expect([id("session"), id("session"), id("tool-call"), id("session")]).toEqual([
    "session-1",
    "session-2",
    "tool-call-1",
    "session-3",
  ]);
  expect(countingIds()("session")).toBe("session-1");
});

it("draws the same numbers for the same seed, spread between 0 and 1", () => {
  const draw = (seed: number) => Array.from({ length: 1_000 }, seededRandom(seed));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  const numbers = draw(3);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  expect(mean).toBeCloseTo(0.5, 1);
});

import fc from "fast-check";
import { expect, it } from "vitest";

import { isTypo } from "../../../src/offer/search/related-terms.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

it.each([
  ["screenshot", "screnshot", true],
  ["screenshot", "screeenshot", true],
  ["screenshot", "scerenshot", true],
  ["directory", "dirextory", true],
  ["branch", "brnach", true],
  ["branch", "brunches", false],
  ["table", "cable", false],
  ["read", "raed", false],
])("%s and %s: %s", (a, b, expected) => {
  expect(isTypo(a, b)).toBe(expected);
});

it("is the same both ways, and every word is near itself", () => {
  const word = fc.stringMatching(/^[a-d]{5,9}$/);
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(isTypo(a, b)).toBe(isTypo(b, a));
      expect(isTypo(a, a)).toBe(true);
    }),
  );
});

import { expect, it } from "vitest";

import { estimateTokens } from "../../src/offer/token-cost.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const bare = { name: "", description: "", inputSchema: {} };
const frame = estimateTokens(bare);

it("counts four plain characters as a token", () => {
  expect(estimateTokens({ ...bare, description: "a".repeat(400) }) - frame).toBe(100);
});

it("counts every other character as one, also those of two code units", () => {
  expect(estimateTokens({ ...bare, description: "工".repeat(100) }) - frame).toBe(100);
  expect(estimateTokens({ ...bare, description: "🙂".repeat(100) }) - frame).toBe(100);
});

it("counts the schema, which is often the larger part", () => {
  const inputSchema = { type: "object", properties: { path: { type: "string" } } };
  expect(estimateTokens({ ...bare, inputSchema }) - frame).toBeGreaterThan(10);
});

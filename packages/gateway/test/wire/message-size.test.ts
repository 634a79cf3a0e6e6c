import { expect, it } from "vitest";

import { sizeOf } from "../../src/wire/message-size.ts";

it.each([
  { jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text: "x".repeat(100_000) }] } },
  {
    jsonrpc: "2.0",
    method: "session/update",
    params: { list: Array.from({ length: 500 }, (_, n) => ({ n, is: true })) },
  },
  { rows: Array.from({ length: 100 }, () => ["a", "bc", null, 1234]) },
])("is about the length of the JSON (%#)", (message) => {
  const { length } = JSON.stringify(message);
  expect(sizeOf(message) / length).toBeGreaterThan(0.8);
  expect(sizeOf(message) / length).toBeLessThan(1.3);
});

import { expect, it } from "vitest";

import { createMessageBudget } from "../../src/display/message-budget.ts";

it("takes a large message when there was none before it, and counts for each server by itself", () => {
  const dropped: object[] = [];
  const budget = createMessageBudget((count) => dropped.push(count));
  expect(budget.take("a", 10_000_000)).toBe(true);
  expect(budget.take("a", 1)).toBe(false);
  expect(budget.take("b", 1)).toBe(true);
  budget.close();
  budget.close();
  expect(dropped).toEqual([{ server: "a", count: 1 }]);
});

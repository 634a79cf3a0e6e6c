import { expect, it } from "vitest";

import { createBell } from "../../src/feed/bell.ts";

it("wakes a reader that waits", async () => {
  const bell = createBell();
  const woken = bell.rung();
  bell.ring();
  await woken;
});

it("[M-08] does not let a reader sleep through what came while it was busy, and wakes it once for all of it", async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.rung();
  let isAwake = false;
  const woken = bell.rung().then(() => (isAwake = true));
  await Promise.resolve();
  expect(isAwake).toBe(false);
  bell.ring();
  await woken;
});

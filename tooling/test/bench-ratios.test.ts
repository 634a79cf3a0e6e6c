import { expect, it } from "vitest";

import { slowerThan } from "../../bench/recorded-ratios.ts";

const figure = (what: string, value: number) => ({
  what,
  unit: "ms",
  measured: { name: "ours", value },
  baseline: { name: "bare", value: 10 },
  limit: 100,
});

it("names a figure that grew by more than a quarter against its own baseline", () => {
  const recorded = { start: 1.6, calls: 2, gone: 1 };
  const figures = [figure("start", 20), figure("calls", 26), figure("new", 90)];
  expect(slowerThan(recorded, figures)).toEqual(["calls: 2.60×, 1.30 times the recorded 2.00×"]);
});

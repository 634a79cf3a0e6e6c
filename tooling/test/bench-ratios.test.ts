import { expect, it } from "vitest";

import { ratiosOf, slowerThan, stillSlower } from "../../bench/recorded-ratios.ts";

const figure = (what: string, value: number) => ({
  bench: "agent",
  what,
  unit: "ms",
  measured: { name: "ours", value },
  baseline: { name: "bare", value: 10 },
  limit: 100,
});

it("names a figure that grew by more than a quarter against its own baseline", () => {
  const recorded = { "agent: start": 1.6, "agent: calls": 2, "agent: gone": 1 };
  const figures = [figure("start", 20), figure("calls", 26), figure("new", 90)];
  expect(slowerThan(recorded, figures).map(({ sentence }) => sentence)).toEqual([
    "agent: calls: 2.60×, 1.30 times the recorded 2.00×",
  ]);
});

it("tells figures of one name apart, and leaves out those that have no ratio", () => {
  const nothing = { ...figure("idle", 1), baseline: { name: "bare", value: 0 } };
  const figures = [figure("calls", 20), figure("calls", 30), { ...figure("calls", 40), bench: "hub" }, nothing];
  const recorded = ratiosOf(figures);
  expect(recorded).toEqual({ "agent: calls": 2, "agent: calls (2)": 3, "hub: calls": 4 });
  expect(slowerThan(recorded, figures)).toEqual([]);
});

it("names only what is slower each time that its bench is measured", async () => {
  const slower = (name: string) => ({ bench: "agent", name, sentence: `${name} is slower` });
  const runs = [[slower("calls"), slower("start")], [slower("calls")]];
  const asked: string[][] = [];
  const again = async (benches: ReadonlySet<string>) => {
    asked.push([...benches]);
    return runs.shift() ?? [];
  };
  expect(await stillSlower([slower("calls"), slower("idle")], { again, times: 2 })).toEqual([slower("calls")]);
  expect(asked).toEqual([["agent"], ["agent"]]);
  expect(await stillSlower([slower("idle")], { again: async () => [], times: 2 })).toEqual([]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { diffServers } from "../../src/config/diff-servers.ts";
import type { ServerSpec } from "../../src/server-spec.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const include = fc.constantFrom("always" as const, "agent" as const);
const options = fc.record({ include, startMs: fc.constantFrom(1, 2), shared: fc.boolean() }, { requiredKeys: [] });
const name = fc.constantFrom("a", "b", "c", "d", "e");
const spec: fc.Arbitrary<ServerSpec> = fc.oneof(
  fc.record({
    name,
    type: fc.constant("stdio" as const),
    command: fc.constantFrom("x", "y"),
    args: fc.array(fc.constantFrom("1", "2"), { maxLength: 2 }),
    env: fc.dictionary(fc.constantFrom("A", "B"), fc.constantFrom("1", "2")),
    options,
  }),
  fc.record({
    name,
    type: fc.constantFrom("http" as const, "sse" as const),
    url: fc.constantFrom("https://x", "https://y"),
    headers: fc.dictionary(fc.constantFrom("A", "B"), fc.constantFrom("1", "2")),
    options,
  }),
);
const specs = fc.uniqueArray(spec, { selector: ({ name }) => name });

describe("[O-03] what an edit means for running servers", () => {
  it("puts each server in exactly one place", () => {
    fc.assert(
      fc.property(specs, specs, (before, after) => {
        const { added, removed, changed, unchanged } = diffServers(before, after);
        const stays = [...changed.map((change) => change.after), ...unchanged];
        expect(names([...added, ...stays])).toEqual(names(after));
        expect(names([...removed, ...stays])).toEqual(names(before));
      }),
    );
  });

  it("leads from before to after", () => {
    fc.assert(
      fc.property(specs, specs, (before, after) => {
        const { added, removed, changed } = diffServers(before, after);
        const running = new Map(before.map((spec) => [spec.name, spec]));
        for (const { name } of removed) running.delete(name);
        for (const spec of added) running.set(spec.name, spec);
        for (const change of changed) {
          expect(running.get(change.before.name)).toEqual(change.before);
          running.set(change.after.name, change.after);
        }
        expect(new Set(running.values())).toEqual(new Set(after));
      }),
    );
  });

  it("touches nothing where only the order of servers and keys is another", () => {
    fc.assert(
      fc.property(specs, (before) => {
        const after = before.toReversed().map(reorder);
        const { added, removed, changed, unchanged } = diffServers(before, after);
        expect([added, removed, changed]).toEqual([[], [], []]);
        expect(unchanged).toHaveLength(before.length);
      }),
    );
  });

  it.each([
    ["an include mode", { options: { include: "off" } }, false],
    ["a limit", { options: { callMs: 5 } }, false],
    ["who wrote it down", { source: "project" }, false],
    ["its arguments", { args: ["-v"] }, true],
    ["its environment", { env: { A: "1" } }, true],
    ["its folder", { cwd: "/" }, true],
    ["whether it is shared", { options: { shared: true } }, true],
    ["its revision", { options: { revision: "2025-11-25" } }, true],
  ] as const)("knows that %s changes while the server runs, or does not", (_what, change, needsRestart) => {
    const before: ServerSpec = { name: "x", type: "stdio", command: "c", args: [], env: {} };
    const after: ServerSpec = { ...before, ...change };
    expect(diffServers([before], [after]).changed).toEqual([{ before, after, needsRestart }]);
  });

  it("takes functions of a program for the same only if they are", () => {
    const tool = { name: "t", run: async () => "done" };
    const server: ServerSpec = { name: "x", type: "functions", tools: [tool] };
    expect(diffServers([server], [{ ...server, tools: [{ ...tool }] }]).unchanged).toHaveLength(1);
    expect(diffServers([server], [{ ...server, tools: [{ ...tool, run: async () => "" }] }]).changed).toHaveLength(1);
  });
});

function names(specs: readonly ServerSpec[]): readonly string[] {
  return specs.map(({ name }) => name).toSorted();
}

function reorder(spec: ServerSpec): ServerSpec {
  const { name, options, ...rest } = spec;
  const reversed = options && Object.fromEntries(Object.entries(options).toReversed());
  return { ...(reversed && { options: reversed }), ...rest, name };
}

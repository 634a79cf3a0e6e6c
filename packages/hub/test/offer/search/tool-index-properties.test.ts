import fc from "fast-check";
import { expect, it } from "vitest";

import { emptyIndex, indexOf, makeTool } from "../catalogue.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

const words = ["read", "file", "folder", "branch", "new", "delete", "page", "日本", "größe", "index", "src/a.ts", "3"];
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(" "));
const tool = fc
  .record({
    server: fc.constantFrom("a", "b", "c"),
    name: fc.constantFrom(...words),
    description: text,
    parameter: text,
  })
  .map(({ server, name, description, parameter }) =>
    makeTool(server, name, { description, inputSchema: { properties: { [parameter]: { type: "string" } } } }),
  );
const catalogue = fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 12 });

it("[order independence] answers the same in whatever order servers came", () => {
  fc.assert(
    fc.property(catalogue, text, fc.infiniteStream(fc.nat()), (tools, request, keys) => {
      const shuffled = [...Map.groupBy(tools, ({ server }) => server)]
        .map((entry) => ({ entry, key: keys.next().value }))
        .toSorted((a, b) => a.key - b.key)
        .reduce((index, { entry: [server, its] }) => index.replaceServer(server, its), emptyIndex);
      expect(shuffled.search(request)).toEqual(indexOf(tools).search(request));
      expect(shuffled.tools).toEqual(indexOf(tools).tools);
    }),
  );
});

it("[live update] replacing a server gives the index that would have been built anew", () => {
  fc.assert(
    fc.property(catalogue, catalogue, text, (before, after, request) => {
      const others = before.filter(({ server }) => server !== "a");
      const ofA = after.filter(({ server }) => server === "a");
      const replaced = indexOf(before).replaceServer("a", ofA);
      const rebuilt = indexOf([...others, ...ofA]);
      expect(replaced.search(request, { limit: 50 })).toEqual(rebuilt.search(request, { limit: 50 }));
      expect(replaced.removeServer("a").search(request)).toEqual(indexOf(others).search(request));
    }),
  );
});

it("gives each tool at most once, best first, with reasons", () => {
  fc.assert(
    fc.property(catalogue, text, (tools, request) => {
      const found = indexOf(tools).search(request, { limit: 50 });
      expect(new Set(found.map(({ tool }) => tool.name)).size).toBe(found.length);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
      for (const { score, matches } of found) {
        expect(score).toBeGreaterThan(0);
        expect(matches.length).toBeGreaterThan(0);
      }
    }),
  );
});

it("never throws, whatever is asked of whatever tools", () => {
  const odd = fc.record({
    name: fc.string(),
    description: fc.string(),
    schema: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 5 }), fc.string({ unit: "grapheme", maxLength: 80 }), (tools, request) => {
      const made = tools.map(({ name, description, schema }, at) =>
        makeTool("odd", `${name}${at}`, { description, inputSchema: schema }),
      );
      indexOf(made).search(request);
    }),
  );
});

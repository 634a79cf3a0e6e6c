import fc from "fast-check";
import { expect, it } from "vitest";

import type { IncludeMode } from "../../src/offer/catalogue-tool.ts";
import { FIND_TOOLS } from "../../src/offer/find-tools.ts";
import { offer } from "../../src/offer/offer.ts";
import type { OfferRequest } from "../../src/offer/offer-request.ts";
import { indexOf, makeTool } from "./catalogue.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const verbs = ["read", "write", "delete", "list"];
const things = ["file", "page", "branch", "table", "folder"];
const mode = fc.constantFrom<IncludeMode | undefined>("always", "manual", "agent", undefined);
const prompt = fc.array(fc.constantFrom(...verbs, ...things, "the"), { maxLength: 5 }).map((words) => words.join(" "));

const tool = fc
  .record({
    server: fc.constantFrom("a", "b", "c"),
    verb: fc.constantFrom(...verbs),
    thing: fc.constantFrom(...things),
    length: fc.nat({ max: 400 }),
    include: mode,
    isAppOnly: fc.boolean(),
  })
  .map(({ server, verb, thing, length, include, isAppOnly }) =>
    makeTool(server, `${verb}_${thing}`, {
      description: `${verb} a ${thing}. ${"x".repeat(length)}`,
      isAppOnly: isAppOnly && length % 5 === 0,
      ...(include && { include }),
      // Of the client.
      isGiven: server === "c",
    }),
  );
const catalogue = fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 25 });
const some = (names: readonly string[]) => fc.subarray([...names, "mcp__gone__tool"], { minLength: 0 });
const budget = fc.record({
  contextTokens: fc.nat({ max: 3_000 }),
  share: fc.constantFrom(0.05, 0.5, 1),
  mostTools: fc.integer({ min: 1, max: 30 }),
  mostFound: fc.nat({ max: 10 }),
});

const request: fc.Arbitrary<OfferRequest> = catalogue.chain((tools) => {
  const names = tools.map(({ name }) => name);
  return fc.record({
    index: fc.constant(indexOf(tools)),
    prompt,
    include: fc.record({ session: fc.constantFrom({}, { a: { include: "agent" as const } }) }),
    used: some(names),
    asked: some(names),
    before: some([...names, FIND_TOOLS.name]),
    budget,
  });
});

it("gives every tool exactly one verdict, and offers exactly those that have it", () => {
  fc.assert(
    fc.property(request, (request) => {
      const made = offer(request);
      expect(made.verdicts.map(({ tool }) => tool)).toEqual(request.index.tools);
      const offered = made.verdicts.filter(({ isOffered }) => isOffered).map(({ tool }) => tool.name);
      const names = made.tools.map(({ name }) => name).filter((name) => name !== FIND_TOOLS.name);
      expect(names.toSorted()).toEqual(offered.toSorted());
      expect(new Set(made.order).size).toBe(made.order.length);
    }),
  );
});

it("never passes the budget, but for always, and then warns", () => {
  fc.assert(
    fc.property(request, (request) => {
      const { tools, tokens, verdicts, warnings } = offer(request);
      expect(tools.length).toBeLessThanOrEqual(request.budget?.mostTools ?? 0);
      expect(warnings.some(({ code }) => code === "over-budget")).toBe(tokens.offered > tokens.limit);
      const musts = new Set(["always", "given"]);
      const others = verdicts.filter(({ isOffered, code }) => isOffered && !musts.has(code));
      expect(tokens.offered <= tokens.limit || others.length === 0).toBe(true);
    }),
  );
});

it("[C2] offers tools that the client gave before configured ones, and names each that does not fit", () => {
  fc.assert(
    fc.property(request, (request) => {
      const { tools, index = "", verdicts } = offer({ ...request, before: [], include: {} });
      const given = verdicts.filter(({ tool }) => tool.isGiven && !tool.isAppOnly && tool.include === undefined);
      const seated = given.filter(({ code }) => code === "given").map(({ tool }) => tool.name);
      const first = tools.slice(0, seated.length).map(({ name }) => name);
      expect(first.toSorted()).toEqual(seated.toSorted());
      for (const { tool, code } of given) expect(code === "given" || index.includes(`${tool.name}:`)).toBe(true);
    }),
  );
});

it("offers find_tools when a tool that could be found is left out", () => {
  fc.assert(
    fc.property(request, (request) => {
      const { tools, verdicts } = offer(request);
      const isMissing = verdicts.some(({ code }) => code === "not-found" || code === "over-budget");
      const had = request.before?.includes(FIND_TOOLS.name) ?? false;
      expect(tools.some(({ name }) => name === FIND_TOOLS.name)).toBe(isMissing || had);
    }),
  );
});

it("[P72] gives equal requests equal bytes, and the next request the same beginning", () => {
  fc.assert(
    fc.property(request, prompt, (request, nextPrompt) => {
      const made = offer(request);
      expect(JSON.stringify(offer(request))).toBe(JSON.stringify(made));
      const { asked: _, ...rest } = request;
      const next = offer({ ...rest, prompt: nextPrompt, before: made.order });
      expect(JSON.stringify(next.tools.slice(0, made.tools.length))).toBe(JSON.stringify(made.tools));
    }),
  );
});

it("does not depend on the order in which servers came", () => {
  fc.assert(
    fc.property(request, (request) => {
      const reversed = { ...request, index: indexOf(request.index.tools.toReversed()) };
      const sorted = { ...request, index: indexOf(request.index.tools) };
      expect(offer(reversed).order).toEqual(offer(sorted).order);
      expect(JSON.stringify(offer(reversed).tools)).toBe(JSON.stringify(offer(sorted).tools));
    }),
  );
});

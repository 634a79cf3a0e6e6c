import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";

import {
  type Condition,
  decide,
  decideWithGrants,
  defaultRules,
  grantTarget,
  makeGrant,
  parseRules,
  type ToolCallSubject,
} from "../../src/index.ts";

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
const annotations = fc.record(Object.fromEntries(HINTS.map((hint) => [hint, fc.boolean()])), { requiredKeys: [] });
const call = { type: "tool-call", server: "s", tool: "delete_all" } as const;

describe("[K-06] [P34] hints are not permissions", () => {
  it("no question and no condition has a place for them", () => {
    expectTypeOf<ToolCallSubject>().not.toHaveProperty("annotations");
    expectTypeOf<Condition>().not.toHaveProperty("annotations");
    for (const hint of ["annotations", ...HINTS]) {
      expect(() => parseRules({ rules: [{ effect: "allow", when: { [hint]: true } }] })).toThrow("is unknown");
    }
  });

  it("slipped in all the same, they change nothing", () => {
    fc.assert(
      fc.property(annotations, (hints) => {
        const withHints = { ...call, ...hints, annotations: hints, _meta: hints };
        expect(decide(withHints, [defaultRules])).toEqual(decide(call, [defaultRules]));
      }),
    );
  });

  it("a tool that says it is harmless is asked about like any other", () => {
    fc.assert(
      fc.property(annotations, (hints) => {
        const tool = { definition: { name: "delete_all", annotations: hints }, serverKey: "k" };
        expect(decideWithGrants(call, { policy: [defaultRules], grants: [], tool }).effect).toBe("ask");
      }),
    );
  });

  it("a tool that changes what it says of itself is asked about again", () => {
    fc.assert(
      fc.property(annotations, annotations, (before, after) => {
        const toolWith = (hints: object) => ({
          definition: { name: "delete_all", annotations: hints },
          serverKey: "k",
        });
        const target = grantTarget(call, toolWith(before));
        const grant = makeGrant({
          target: target!,
          verdict: "allow",
          scope: { type: "everywhere" },
          lifetime: "always",
          now: new Date(0),
        });
        const decision = decideWithGrants(call, { policy: [defaultRules], grants: [grant], tool: toolWith(after) });
        const isSame = HINTS.every((hint) => before[hint] === after[hint]);
        expect(decision.effect).toBe(isSame ? "allow" : "ask");
      }),
    );
  });
});

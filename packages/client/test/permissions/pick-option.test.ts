import type { PermissionOption } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";

import { denial, optionToAllow, outcomeOf, selected } from "../../src/permissions/pick-option.ts";

type Kind = PermissionOption["kind"];

function offers(...kinds: readonly Kind[]): PermissionOption[] {
  return kinds.map((kind) => ({ optionId: kind, name: kind, kind }));
}

describe("the option that allows", () => {
  it.each([
    [["allow_always", "allow_once", "reject_once"], "allow_once"],
    [["reject_once", "allow_once"], "allow_once"],
    [["allow_always", "reject_once"], undefined],
    [["reject_once", "reject_always"], undefined],
    [[], undefined],
  ] as const)("[D-09] of %j is %s, and never an always", (kinds, expected) => {
    expect(optionToAllow(offers(...kinds))?.optionId).toBe(expected);
  });

  it("[R88] is none that shares its id with a no", () => {
    const options = [
      { optionId: "same", name: "Yes", kind: "allow_once" as const },
      { optionId: "same", name: "No", kind: "reject_once" as const },
    ];
    expect(optionToAllow(options)).toBeUndefined();
    expect(denial(options)).toEqual({ outcome: { outcome: "cancelled" } });
  });

  it("[R88] may be offered twice", () => {
    const options = offers("allow_once", "allow_once", "reject_once");
    expect(optionToAllow(options)?.optionId).toBe("allow_once");
  });
});

describe("the answer that denies", () => {
  it.each([
    [["allow_once", "reject_always", "reject_once"], "reject_once"],
    [["allow_once", "reject_always"], "reject_always"],
    [["allow_once", "allow_always"], undefined],
    [[], undefined],
  ] as const)("[R91] of %j is %s, and cancelled only if there is none", (kinds, expected) => {
    const { outcome } = denial(offers(...kinds));
    expect(outcome.outcome === "selected" ? outcome.optionId : undefined).toBe(expected);
  });
});

it("an answer is put into one word", () => {
  const options = [...offers("allow_once", "reject_always"), { optionId: "odd", name: "Odd", kind: "maybe" as Kind }];
  const [yes, no, odd] = options;
  expect(outcomeOf(options, selected(yes!))).toEqual({ outcome: "allowed", option: yes });
  expect(outcomeOf(options, selected(no!))).toEqual({ outcome: "denied", option: no });
  expect(outcomeOf(options, selected(odd!)).outcome).toBe("unknown");
  expect(outcomeOf(options, { outcome: { outcome: "cancelled" } })).toEqual({ outcome: "cancelled" });
  expect(outcomeOf(options, { outcome: { outcome: "selected", optionId: "other" } })).toEqual({ outcome: "unknown" });
});

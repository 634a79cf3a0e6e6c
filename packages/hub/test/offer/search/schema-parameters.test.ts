import fc from "fast-check";
import { expect, it } from "vitest";

import { parametersOf } from "../../../src/offer/schema-parameters.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

it("reads names, types, values and which are required, nested ones after their parents", () => {
  const parameters = parametersOf({
    type: "object",
    properties: {
      path: { type: "string", description: "Where." },
      edits: { type: "array", items: { type: "object", properties: { oldText: { type: ["string", "null"] } } } },
      mode: { enum: ["fast", "slow", 3] },
    },
    required: ["path"],
  });
  expect(parameters).toMatchObject([
    { name: "path", type: "string", description: "Where.", isRequired: true, depth: 0 },
    { name: "edits", type: "object[]", isRequired: false, depth: 0 },
    { name: "mode", type: "", values: ["fast", "slow"], depth: 0 },
    { name: "oldText", type: "string", depth: 2 },
  ]);
});

it("[P-09] reads a schema that is no schema as one without parameters", () => {
  for (const schema of [undefined, null, [], "object", {}, { properties: [] }, { properties: { a: 1 } }]) {
    expect(() => parametersOf(schema)).not.toThrow();
  }
});

it("[P60] ends, whatever it is given", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (schema) => {
      expect(parametersOf(schema).length).toBeLessThanOrEqual(100);
    }),
  );
});

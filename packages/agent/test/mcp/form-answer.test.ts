import { expect, it } from "vitest";

import { problemWith, secretIn } from "../../src/mcp/form-answer.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    age: { type: "integer", minimum: 0, maximum: 150 },
    share: { type: "number" },
    agreed: { type: "boolean", default: false },
    size: { type: "string", oneOf: [{ const: "s", title: "Small" }] },
    colours: {
      type: "array",
      maxItems: 2,
      items: { anyOf: [{ const: "red" }, { const: "blue" }, { const: "green" }] },
    },
    shape: { type: "_tenon/shape" },
  },
  required: ["name", "agreed"],
};

it.each([
  [{ name: "Ada" }, undefined],
  [{ name: "Ada", age: 36, share: 0.5, agreed: true, size: "s", colours: ["red", "blue"], shape: 5 }, undefined],
  [{}, "name is missing"],
  [{ name: "A" }, "name is not what was asked for"],
  [{ name: "Ada Lovelace" }, "name is not what was asked for"],
  [{ name: "Ada", age: 3.5 }, "age is not what was asked for"],
  [{ name: "Ada", age: 200 }, "age is not what was asked for"],
  [{ name: "Ada", share: Number.NaN }, "share is not what was asked for"],
  [{ name: "Ada", agreed: "yes" }, "agreed is not what was asked for"],
  [{ name: "Ada", size: "m" }, "size is not what was asked for"],
  [{ name: "Ada", colours: ["red", "black"] }, "colours is not what was asked for"],
  [{ name: "Ada", colours: ["red", "blue", "green"] }, "colours is not what was asked for"],
  [{ name: "Ada", toString: "x" }, "toString was not asked for"],
])("[R145] %j: %s", (content, problem) => {
  expect(problemWith(content, schema)).toBe(problem);
});

it.each([
  ["password", { type: "string" }, "password"],
  ["api_key", { type: "string" }, "api_key"],
  ["accessToken", { type: "string" }, "accessToken"],
  ["max_tokens", { type: "integer" }, undefined],
  ["name", { type: "string" }, undefined],
  ["secret", { type: "string", enum: ["keep", "tell"] }, undefined],
])("[R144] a field %s that is %j asks for a secret: %s", (name, field, secret) => {
  expect(secretIn({ type: "object", properties: { [name]: field } })).toBe(secret);
});

import { expect, it } from "vitest";

import { problemWith, secretIn } from "../../src/mcp/questions/form-answer.ts";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    agreed: { type: "boolean", default: false },
    mail: { type: "string", title: "E-mail", format: "email" },
    code: { type: "string", pattern: "^[A-Z]+$" },
    shape: { type: "_tenon/shape" },
  },
  required: ["name", "agreed"],
};

it.each([
  [{ name: "Ada" }, undefined],
  [{ name: "Ada", agreed: true, mail: "ada@example.com", code: "X", shape: 5 }, undefined],
  [{}, "name is required."],
  [{ name: "A" }, "name must have at least 2 characters."],
  [{ name: "😀" }, "name must have at least 2 characters."],
  [{ name: "Ada", toString: "x" }, "toString is not a field of this form."],
  [{ name: "Ada", mail: "ada", code: "x" }, "E-mail must be an email address. code must match ^[A-Z]+$."],
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
  ["secret", { type: "string", enum: [] }, "secret"],
])("[R144] a field %s that is %j asks for a secret: %s", (name, field, secret) => {
  expect(secretIn({ type: "object", properties: { [name]: field } })).toBe(secret);
});

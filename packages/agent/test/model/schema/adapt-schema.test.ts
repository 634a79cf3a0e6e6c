import { describe, expect, it } from "vitest";

import type { SchemaDialect } from "../../../src/model/schema/dialect.ts";
import { adaptSchema } from "../../../src/model/schema/adapt-schema.ts";
import {
  anthropicDialect,
  compatibleDialect,
  geminiDialect,
  openaiDialect,
} from "../../../src/model/schema/dialects.ts";
import { corpus } from "./corpus.ts";
import { fits } from "./fits.ts";
import { objections, strictRules } from "./strict-provider.ts";

const cases: readonly { readonly name: keyof typeof strictRules; readonly dialect: SchemaDialect }[] = [
  { name: "anthropic", dialect: anthropicDialect },
  { name: "openai", dialect: openaiDialect },
  { name: "gemini", dialect: geminiDialect },
  { name: "compatible", dialect: compatibleDialect },
];

describe.each(cases)("schemas for $name", ({ name, dialect }) => {
  it.each(corpus)(
    "[P-03] [P-05] [P-09] $what: nothing to object to, and nothing expressible is lost",
    ({ schema, takes }) => {
      const adapted = adaptSchema(schema, dialect);
      expect(objections(adapted.schema, strictRules[name])).toEqual([]);
      expect(adapted.problem).toBeUndefined();
      expect(adapted.schema).toSatisfy((made) => fits(made, takes ?? {}));
    },
  );

  it("is the same each time, and leaves the original as it was", () => {
    for (const { schema } of corpus) {
      const before = JSON.stringify(schema);
      expect(JSON.stringify(adaptSchema(schema, dialect))).toBe(JSON.stringify(adaptSchema(schema, dialect)));
      expect(JSON.stringify(schema)).toBe(before);
    }
  });

  it("changes nothing about a plain schema", () => {
    const plain = {
      type: "object",
      properties: {
        path: { type: "string", description: "Where" },
        lines: { type: "array", items: { type: "integer" } },
      },
      required: ["path"],
    };
    expect(adaptSchema(plain, dialect).schema).toEqual(plain);
  });
});

describe("what a dialect cannot say", () => {
  const propertyIn = (schema: unknown, dialect: SchemaDialect) =>
    Object(adaptSchema({ type: "object", properties: { x: schema } }, dialect).schema["properties"])["x"];

  it("moves to the description", () => {
    expect(
      propertyIn(
        { type: "string", description: "Where to.", format: "uri", default: "https://a.example", maxLength: 9 },
        geminiDialect,
      ),
    ).toEqual({
      type: "string",
      description: 'Where to. Format: uri. Default: "https://a.example". At most 9 characters.',
    });
    expect(propertyIn({ enum: [1, 2] }, geminiDialect)).toEqual({ type: "integer", description: "One of: 1, 2." });
  });

  it("becomes alternatives where a list of types is not taken", () => {
    expect(propertyIn({ type: ["string", "null"], description: "A name", enum: ["a", null] }, geminiDialect)).toEqual({
      description: "A name",
      anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }],
    });
  });

  it("[P-05] keeps references where they are taken, and writes them out where not", () => {
    const schema = {
      type: "object",
      properties: { x: { $ref: "#/definitions/P" } },
      definitions: { P: { type: "object", properties: { p: { $ref: "#/definitions/P" } } } },
    };
    expect(adaptSchema(schema, anthropicDialect).schema).toEqual({
      type: "object",
      properties: { x: { $ref: "#/$defs/P" } },
      $defs: { P: { type: "object", properties: { p: { $ref: "#/$defs/P" } } } },
    });
    expect(adaptSchema(schema, geminiDialect).schema).toEqual({
      type: "object",
      properties: { x: { type: "object", properties: { p: { type: "object" } } } },
    });
  });

  it("[P-09] says which arguments go together when alternatives stood at the root", () => {
    const schema = {
      anyOf: [
        { properties: { id: { type: "string" } }, required: ["id"] },
        { properties: { name: { type: "string" }, at: { type: "string" } }, required: ["name", "at"] },
      ],
    };
    expect(adaptSchema(schema, anthropicDialect).schema).toEqual({
      type: "object",
      description: "Give one of these sets of arguments: id; name and at.",
      properties: { id: { type: "string" }, name: { type: "string" }, at: { type: "string" } },
    });
  });

  it("is a problem only where no call could be right", () => {
    const schema = { type: "object", properties: { $x: { type: "string" } }, required: ["$x"] };
    expect(adaptSchema(schema, anthropicDialect).problem).toContain("$x");
    expect(adaptSchema(schema, openaiDialect).problem).toBeUndefined();
  });
});

/**
 * Requests that would work, made from the tools there are.
 */

import type { ModelTool } from "../model.ts";
import { originOf } from "./choose/named-tool.ts";
import { type Property, readProperties } from "./fill/read-schema.ts";

const MOST_EXAMPLES = 3;
const MOST_ARGUMENTS = 2;

/** One of each server first, as they come. */
export function exampleRequests(tools: readonly ModelTool[]): readonly string[] {
  const simple = tools.flatMap((tool) => {
    const required = readProperties(tool.inputSchema).filter(({ isRequired }) => isRequired);
    const canBeSaid = required.every(({ wants }) => wants !== "list" && wants !== "object" && wants !== "anything");
    return canBeSaid && required.length <= MOST_ARGUMENTS ? [{ tool, required }] : [];
  });
  const firsts = [...Map.groupBy(simple, ({ tool }) => originOf(tool.name).server).values()].flatMap(
    ([first]) => first ?? [],
  );
  return [...new Set([...firsts, ...simple])].slice(0, MOST_EXAMPLES).map(({ tool, required }) => {
    return [`use ${tool.name}`, ...required.map((property) => `${property.name}=${exampleValue(property)}`)].join(" ");
  });
}

/** A value that a person could say for it. */
export function exampleValue(property: Property): string {
  return JSON.stringify(valueFor(property));
}

function valueFor({ wants, schema, item, properties }: Property): unknown {
  switch (wants) {
    case "choice":
      return Array.isArray(schema["enum"]) ? schema["enum"][0] : "…";
    case "number":
      return typeof schema["minimum"] === "number" ? Math.ceil(schema["minimum"]) : 1;
    case "boolean":
      return true;
    case "list":
      return [item ? valueFor(item) : "…"];
    case "object": {
      const required = properties.filter(({ isRequired }) => isRequired);
      return Object.fromEntries(required.map((property) => [property.name, valueFor(property)]));
    }
    case "url":
      return "https://example.com/";
    case "email":
      return "ada@example.com";
    case "date":
      return "2026-01-31";
    case "time":
      return "12:00";
    case "path":
      return "notes.txt";
    case "command":
      return "ls";
    case "pattern":
    case "text":
    case "anything":
      return "…";
  }
}

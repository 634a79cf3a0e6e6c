/**
 * The texts of the page, as its sources have them.
 */

import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

import { isObject, type JsonObject, objectOf } from "@tenon/basis";
import { parseSync } from "vite";

export interface PageTexts {
  /** The texts given to `t` and `phrase`, and those of durations. */
  readonly keys: ReadonlySet<string>;
  /** What a person would read in English, whatever their language. */
  readonly untranslated: readonly string[];
  /** Texts that are translated when a file is loaded, before the language is known. */
  readonly early: readonly string[];
}

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const SOURCES = ["packages/web/src/**/*.{ts,tsx}", "packages/basis/src/format.ts"];
const TRANSLATES = new Set<unknown>(["t", "phrase", "translate"]);
/** Attributes, and properties of our components, that a person reads or hears. */
const READ = new Set<unknown>(
  "label title aria-label aria-valuetext placeholder help description submit submitting alt word".split(" "),
);
/** Properties of objects that the page draws, where they are sentences. */
const READ_OF_OBJECTS = new Set<unknown>(["error"]);
/** Names, keys and examples, which are the same in every language. */
const SAME = new Set(["Tenon", "Alt ↵", "Alt N", "JSON", "/home/me/project"]);

export function readPageTexts(): PageTexts {
  const keys = new Set<string>();
  const untranslated: string[] = [];
  const early: string[] = [];
  for (const file of globSync(SOURCES, { cwd: ROOT })) {
    const path = `${ROOT}/${file}`;
    const { program } = parseSync(path, readFileSync(path, "utf8"));
    visit(program, { where: relative("packages", file), isInFunction: false });
  }
  return { keys, untranslated, early };

  function visit(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const each of value) visit(each, scope);
    if (!isObject(value)) return;
    const { type } = value;
    if (type === "CallExpression") takeCall(value, scope);
    if (type === "JSXText") takeText(value["value"], scope);
    if (type === "JSXAttribute" && READ.has(nameOf(value))) takeText(objectOf(value["value"])["value"], scope);
    if (type === "Property" && READ_OF_OBJECTS.has(objectOf(value["key"])["name"])) {
      const { value: text } = objectOf(value["value"]);
      if (typeof text === "string" && /^\p{Lu}/u.test(text)) takeText(text, scope);
    }
    const isInFunction = scope.isInFunction || (typeof type === "string" && type.includes("Function"));
    for (const part of Object.values(value)) visit(part, { ...scope, isInFunction });
  }

  function takeCall(call: JsonObject, { where, isInFunction }: Scope): void {
    const { name } = objectOf(call["callee"]);
    const [given] = Array.isArray(call["arguments"]) ? call["arguments"] : [];
    const key = TRANSLATES.has(name) ? literalOf(objectOf(given)) : undefined;
    if (key === undefined) return;
    keys.add(key);
    if (name === "t" && !isInFunction) early.push(`${where}: ${key}`);
  }

  function takeText(text: unknown, { where }: Scope): void {
    if (typeof text === "string" && /[a-z]{2}/iu.test(text) && !SAME.has(text.trim())) {
      untranslated.push(`${where}: ${text.trim()}`);
    }
  }
}

interface Scope {
  readonly where: string;
  readonly isInFunction: boolean;
}

/** A string, or the `other` of plural forms. */
function literalOf(node: JsonObject): string | undefined {
  if (typeof node["value"] === "string") return node["value"];
  const properties = Array.isArray(node["properties"]) ? node["properties"] : [];
  const other = properties.map(objectOf).find((property) => objectOf(property["key"])["name"] === "other");
  return other && literalOf(objectOf(other["value"]));
}

function nameOf(attribute: JsonObject): unknown {
  return objectOf(attribute["name"])["name"];
}

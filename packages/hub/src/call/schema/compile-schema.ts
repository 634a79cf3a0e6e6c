/**
 * A JSON Schema of a server, ready to be asked.
 *
 * Nothing is ever fetched: a reference that leads out of the schema accepts everything [P60]. So does any other part
 * that cannot be used; there is a warning for it, and the rest still counts.
 */

import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";

export type { OutputUnit, Schema };

/** Asking may throw where the schema makes no sense, and may take for ever: see `askSchema`. */
export interface CompiledSchema {
  readonly root: Schema;
  readonly warnings: readonly string[];
  /** Whether the value fits the whole schema, or one part of it. */
  isValid(value: unknown, at?: Schema | boolean): boolean;
  /** Everything that is wrong with the value. */
  errors(value: unknown): readonly OutputUnit[];
  /** Where the `$ref` of a part leads, if it has one. */
  target(at: Schema): Schema | boolean | undefined;
}

/** Throws if the schema cannot be read; the message completes "The schema cannot be used: …". */
export function compileSchema(schema: object): CompiledSchema {
  const root = copyOf(schema);
  const draft = draftOf(root);
  const parts = dereference(root);
  const unusable = Object.values(parts).flatMap((part) => (typeof part === "boolean" ? [] : cleanPart(part, parts)));
  const ask = (value: unknown, at: Schema | boolean, isShort: boolean) => validate(value, at, draft, parts, isShort);

  return {
    root,
    warnings: [...new Set(unusable)].slice(0, 3).map((what) => `A part of the schema cannot be used: ${what}`),
    isValid: (value, at = root) => ask(value, at, true).valid,
    errors(value) {
      try {
        return ask(value, root, false).errors;
      } catch {
        // A hundred thousand wrong items are more than the validator can collect; the first of them will do.
        return ask(value, root, true).errors;
      }
    },
    target: (at) => (at.__absolute_ref__ === undefined ? undefined : parts[at.__absolute_ref__]),
  };
}

const MAX_PARTS = 50_000;

/** The validator writes into the schemas it reads, and ours is shared. */
function copyOf(schema: object): Schema {
  let parts = 0;
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    parts += 1;
    if (parts > MAX_PARTS) throw new RangeError(`it has more than ${MAX_PARTS} parts`);
    return value;
  });
  const copy: Schema = JSON.parse(text);
  return copy;
}

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, "2020-12"],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, "2019-09"],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, "7"],
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, "4"],
];

function draftOf({ $schema }: Schema): SchemaDraft {
  if ($schema === undefined) return "2020-12";
  const draft = DRAFTS.find(([pattern]) => pattern.test($schema))?.[1];
  if (draft === undefined) throw new Error(`unknown dialect: ${$schema.slice(0, 200)}`);
  return draft;
}

/** Changes the part, and `parts` where its reference leads to none of them. Says what could not be used. */
function cleanPart(part: Schema, parts: Record<string, Schema | boolean>): readonly string[] {
  const unusable: string[] = [];
  for (const [keyword, value] of Object.entries<unknown>(part)) {
    // Formats describe and do not decide: servers take dates and addresses that a strict reading refuses.
    const isDropped = keyword === "format" || (value === null && keyword !== "const");
    const isUsable = isDropped || (KEYWORDS.get(keyword)?.(value) ?? true);
    if (!isUsable) unusable.push(`${keyword} ${inShort(value)}`);
    if (isDropped || !isUsable) delete part[keyword];
  }
  const reference = part.__absolute_ref__;
  if (reference !== undefined && !(reference in parts)) {
    unusable.push(`$ref ${inShort(part.$ref)}`);
    parts[reference] = true;
  }
  return unusable;
}

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

const KEYWORDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["type", (value) => [value].flat().every((type) => TYPES.has(type))],
  ["required", (value) => Array.isArray(value)],
  ["enum", (value) => Array.isArray(value)],
  ["pattern", isPattern],
]);

function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false; // which is what was asked
  }
}

function inShort(value: unknown): string {
  return JSON.stringify(value).slice(0, 200);
}

import { itemsOf, nonEmptyStringOf, objectOf, stringOf } from "@tenon/basis";

/**
 * The parameters of a tool, read from its input schema: nested ones too, as far as a reader of the tool would look.
 */

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly format: string;
  /** The values it is limited to, as far as they are words. */
  readonly values: readonly string[];
  readonly isRequired: boolean;
  /** 0 for a parameter of the tool itself, 1 for a part of that one, and so on. */
  readonly depth: number;
}

const MAX_DEPTH = 3;
// Generated schemas run to thousands of properties, which drown the words that matter.
const MAX_PARAMETERS = 100;

export function parametersOf(schema: unknown): readonly Parameter[] {
  const parameters: Parameter[] = [];
  collect(schema, 0);
  return parameters;

  function collect(node: unknown, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const { properties, required, items, ...rest } = objectOf(node);
    const names = new Set(itemsOf(required));
    const children = Object.entries(objectOf(properties));
    for (const [name, child] of children) {
      if (parameters.length >= MAX_PARAMETERS) return;
      parameters.push(parameter(name, child, { isRequired: names.has(name), depth }));
    }
    for (const [, child] of children) collect(child, depth + 1);
    collect(objectOf(items), depth + 1);
    for (const choice of ["anyOf", "oneOf", "allOf"].flatMap((key) => itemsOf(rest[key]))) collect(choice, depth + 1);
  }
}

function parameter(
  name: string,
  node: unknown,
  place: { readonly isRequired: boolean; readonly depth: number },
): Parameter {
  const schema = objectOf(node);
  return {
    name,
    description: nonEmptyStringOf(schema["description"]) ?? stringOf(schema["title"]) ?? "",
    type: typeOf(schema),
    format: stringOf(schema["format"]) ?? "",
    values: [...itemsOf(schema["enum"]), schema["const"]].filter((value) => typeof value === "string"),
    ...place,
  };
}

/** One word for the type, as a person would write it: `string`, `string[]`, `object`, or nothing if it is left open. */
function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const types = itemsOf(schema["type"]).length > 0 ? itemsOf(schema["type"]) : [schema["type"]];
  const type = types.find((each) => typeof each === "string" && each !== "null");
  if (type === "array") return `${typeOf(objectOf(schema["items"]))}[]`;
  return typeof type === "string" ? type : "";
}

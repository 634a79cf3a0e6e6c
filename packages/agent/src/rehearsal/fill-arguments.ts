/**
 * Fills the arguments of a tool from a request in plain words, guided by the tool's schema.
 *
 * What is named (`path="notes.txt"`, `a: 2`) goes where it is named. Then the properties without a value take, in the
 * schema's order, the values of their kind in the request's order: quoted text, numbers, paths, true and false.
 */

export interface FilledArguments {
  readonly args: Record<string, unknown>;
  /** Required properties for which the request says nothing. */
  readonly missing: readonly string[];
}

export function fillArguments(request: string, schema: Readonly<Record<string, unknown>>): FilledArguments {
  const properties = recordOf(schema["properties"]);
  const required = Array.isArray(schema["required"])
    ? schema["required"].filter((name) => typeof name === "string")
    : [];
  const args: Record<string, unknown> = {};
  let rest = request;

  for (const [name, property] of Object.entries(properties)) {
    const named = new RegExp(String.raw`\b${escape(name)}\s*[=:]\s*${NAMED_VALUE}`, "i").exec(rest);
    const value = named && read(named[1] ?? named[2] ?? named[3] ?? "", property);
    if (!named || value === undefined) continue;
    args[name] = value;
    rest = rest.replace(named[0], " ");
  }

  const found = findValues(rest);
  for (const name of required) {
    if (name in args) continue;
    const property = recordOf(properties[name]);
    const value = "default" in property ? property["default"] : take(name, property, found);
    if (value !== undefined) args[name] = value;
  }
  return { args, missing: required.filter((name) => !(name in args)) };
}

// "quoted" or 'quoted', or a JSON array or object, or whatever has no space.
const NAMED_VALUE = String.raw`(?:"([^"]*)"|'([^']*)'|(\[[^\]]*\]|\{[^}]*\}|[^\s,;]+))`;

interface FoundValues {
  readonly quoted: string[];
  readonly numbers: number[];
  readonly paths: string[];
  readonly words: string[];
}

function findValues(text: string): FoundValues {
  const quoted = [...text.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  const bare = text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, " ");
  const paths = [...bare.matchAll(/(?<![\w.])(?:[\w.-]*\/[\w./-]*|[\w-]+\.[a-z][a-z0-9]{0,4}\b)/gi)].map(
    (match) => match[0],
  );
  const numbers = [...bare.matchAll(/(?<![\w./])-?\d+(?:\.\d+)?(?![\w/])/g)].map((match) => Number(match[0]));
  return { quoted, numbers, paths, words: bare.split(/[\s,;]+/) };
}

function take(name: string, property: Readonly<Record<string, unknown>>, found: FoundValues): unknown {
  const choices = Array.isArray(property["enum"]) ? property["enum"] : undefined;
  if (choices) return choices.find((choice) => found.words.some((word) => word === String(choice)));
  switch (property["type"]) {
    case "number":
    case "integer":
      return found.numbers.shift();
    case "boolean":
      return found.words.includes("true") || (found.words.includes("false") ? false : undefined);
    case "string":
      return /path|file|dir|folder|uri/i.test(name)
        ? (found.paths.shift() ?? found.quoted.shift())
        : (found.quoted.shift() ?? found.paths.shift());
    default:
      return undefined;
  }
}

/** A value as the schema's kind wants it, or undefined when it cannot be that. */
function read(text: string, property: unknown): unknown {
  switch (recordOf(property)["type"]) {
    case "number":
    case "integer":
      return text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "array":
    case "object":
      try {
        return JSON.parse(text);
      } catch {
        return undefined; // said in words; the model does not guess at structures
      }
    default:
      return text;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

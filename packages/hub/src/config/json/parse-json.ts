/**
 * Reads JSON as people write it by hand, with comments and trailing commas, and knows where everything stands.
 *
 * What `JSON.parse` reads, it reads the same way. Unlike that, it tells the place of every fault, and does not keep
 * silent about a key that is written twice.
 */

import { pathTo } from "./json-path.ts";

export interface Place {
  /** Both count from one. */
  readonly line: number;
  readonly column: number;
}

export type ParsedJson =
  | {
      readonly isJson: true;
      readonly value: unknown;
      /** Paths that are written more than once. The last one counts. */
      readonly duplicates: readonly string[];
      readonly placeOf: (path: string) => Place | undefined;
    }
  | { readonly isJson: false; readonly message: string; readonly place: Place };

const SPACE = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
// Roughly; what is in them is left to `JSON.parse`.
const TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const NUMBER_OR_WORD = /[-+.\w]+/y;
// The file of a stranger could otherwise overflow our stack.
const DEEPEST = 100;

export function parseJson(text: string): ParsedJson {
  const offsets = new Map<string, number>();
  const duplicates: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;

  try {
    const value = readValue("", 0);
    if (at < text.length) fail("the end");
    const placeOf = (path: string) => {
      const offset = offsets.get(path);
      return offset === undefined ? undefined : placeAt(text, offset);
    };
    return { isJson: true, value, duplicates, placeOf };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { isJson: false, message: error.message, place: placeAt(text, at) };
  }

  function readValue(path: string, depth: number): unknown {
    take(SPACE);
    if (depth > DEEPEST) throw new Fault(`nested more than ${DEEPEST} levels deep`);
    offsets.set(path, at);
    const value = readOneOf(path, depth);
    take(SPACE);
    return value;
  }

  function readOneOf(path: string, depth: number): unknown {
    if (takes("{")) return readObject(path, depth);
    if (takes("[")) return readList(path, depth);
    return text[at] === '"' ? readText() : readSimple(NUMBER_OR_WORD, "a value");
  }

  function readObject(path: string, depth: number): unknown {
    const members = new Map<string, unknown>();
    for (take(SPACE); !takes("}"); take(SPACE)) {
      if (text[at] !== '"') fail('a key in double quotes or "}"');
      const key = readText();
      const place = pathTo(path, key);
      if (members.has(key)) duplicates.push(place);
      take(SPACE);
      if (!takes(":")) fail('":"');
      members.set(key, readValue(place, depth + 1));
      if (!takes(",") && text[at] !== "}") fail('"," or "}"');
    }
    // Unlike an assignment, this makes `__proto__` a key like any other.
    return Object.fromEntries(members);
  }

  function readList(path: string, depth: number): unknown {
    const items: unknown[] = [];
    for (take(SPACE); !takes("]"); take(SPACE)) {
      items.push(readValue(pathTo(path, items.length), depth + 1));
      if (!takes(",") && text[at] !== "]") fail('"," or "]"');
    }
    return items;
  }

  function readText(): string {
    const start = at;
    const value = readSimple(TEXT, "a text that ends on its line, with known escapes");
    if (typeof value === "string" && value.isWellFormed()) return value;
    at = start;
    return fail("a text of whole characters");
  }

  function readSimple(pattern: RegExp, expected: string): unknown {
    const start = at;
    try {
      return JSON.parse(take(pattern));
    } catch {
      // What it says of the place is about these few characters.
      at = start;
      return fail(expected);
    }
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  }

  function takes(character: string): boolean {
    const isThere = text[at] === character;
    if (isThere) at += 1;
    return isThere;
  }

  function fail(expected: string): never {
    const [found] = text.slice(at, at + 2);
    throw new Fault(`expected ${expected}, found ${found === undefined ? "the end" : JSON.stringify(found)}`);
  }
}

class Fault extends Error {}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

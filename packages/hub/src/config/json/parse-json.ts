/**
 * Reads JSON as people write it by hand, with comments and trailing commas, with the position of every value.
 *
 * What `JSON.parse` reads, it reads the same way. It also reports the position of a fault, keys that are written twice,
 * and nesting that would overflow the stack: jsonc-parser has neither the limit nor a message a person can act on.
 */

export interface Position {
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
      readonly positionOf: (path: string) => Position | undefined;
    }
  | { readonly isJson: false; readonly message: string; readonly position: Position };

const SPACE = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
// Roughly; what is in them is left to `JSON.parse`.
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const NUMBER_OR_WORD = /[-+.\w]+/y;
// A project's file, which others wrote, could otherwise overflow the stack.
const MAX_DEPTH = 100;

export function parseJson(text: string): ParsedJson {
  const scanner = createScanner(text);
  const { take, takes, fail } = scanner;
  const offsets = new Map<string, number>();
  const duplicates: string[] = [];
  try {
    const value = readValue("", 0);
    if (scanner.at < text.length) fail("the end");
    const positionOf = (path: string) => {
      const offset = offsets.get(path);
      return offset === undefined ? undefined : positionAt(text, offset);
    };
    return { isJson: true, value, duplicates, positionOf };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { isJson: false, message: error.message, position: positionAt(text, scanner.at) };
  }

  function readValue(path: string, depth: number): unknown {
    take(SPACE);
    if (depth > MAX_DEPTH) throw new Fault(`nested more than ${MAX_DEPTH} levels deep`);
    offsets.set(path, scanner.at);
    const value = readOneOf(path, depth);
    take(SPACE);
    return value;
  }

  function readOneOf(path: string, depth: number): unknown {
    if (takes("{")) return readObject(path, depth);
    if (takes("[")) return readArray(path, depth);
    return scanner.next === '"' ? scanner.string() : scanner.simple(NUMBER_OR_WORD, "a value");
  }

  function readObject(path: string, depth: number): unknown {
    const members = new Map<string, unknown>();
    for (take(SPACE); !takes("}"); take(SPACE)) {
      if (scanner.next !== '"') fail('a key in double quotes or "}"');
      const key = scanner.string();
      const member = pathTo(path, key);
      if (members.has(key)) duplicates.push(member);
      take(SPACE);
      if (!takes(":")) fail('":"');
      members.set(key, readValue(member, depth + 1));
      if (!takes(",") && scanner.next !== "}") fail('"," or "}"');
    }
    // Unlike an assignment, this makes `__proto__` a key like any other.
    return Object.fromEntries(members);
  }

  function readArray(path: string, depth: number): unknown {
    const items: unknown[] = [];
    for (take(SPACE); !takes("]"); take(SPACE)) {
      items.push(readValue(pathTo(path, items.length), depth + 1));
      if (!takes(",") && scanner.next !== "]") fail('"," or "]"');
    }
    return items;
  }
}

class Fault extends Error {}

function createScanner(text: string) {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  return {
    get at() {
      return at;
    },
    get next() {
      return text[at];
    },
    take,
    /** Whether this character is next; it is taken then. */
    takes(character: string): boolean {
      const isNext = text[at] === character;
      if (isNext) at += 1;
      return isNext;
    },
    string(): string {
      const start = at;
      const value = simple(STRING, "a string that ends on its line, with known escapes");
      if (typeof value === "string" && value.isWellFormed()) return value;
      at = start;
      return fail("a string of whole characters");
    },
    simple,
    fail,
  };

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  }

  function simple(pattern: RegExp, expected: string): unknown {
    const start = at;
    try {
      return JSON.parse(take(pattern));
    } catch {
      // The position in its message is within these few characters.
      at = start;
      return fail(expected);
    }
  }

  function fail(expected: string): never {
    const [found] = text.slice(at, at + 2);
    throw new Fault(
      `expected ${expected}, found ${found === undefined ? "the end of the file" : JSON.stringify(found)}`,
    );
  }
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** Where a value is in a JSON document, as people write it: `mcpServers.github.args[0]`. Empty for the whole of it. */
export function pathTo(parent: string, key: string | number): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  if (!/^[\w$-]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === "" ? key : `${parent}.${key}`;
}

/**
 * How deep JSON nests. Deep JSON overflows the stack of everything that walks it (`JSON.stringify` too), so it is refused
 * at every door: what clients, servers, models and agents send.
 */

/** Of a whole message. Stacks overflow at some thousand levels; the redactor goes to 256. */
export const MAX_JSON_DEPTH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Of a text, without parsing it. */
export function isDeeperThan(text: string, most: number): boolean {
  // It takes as many brackets to be too deep, and most messages are shorter than that.
  if (text.length <= most) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index + 1);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        if (depth > most) return true;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
    }
  }
  return false;
}

/** Of a value that has been parsed. Walks it level by level and not by recursion, which would overflow as well. */
export function isNestedDeeperThan(value: unknown, most: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= most) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const child of Array.isArray(parent) ? parent : Object.values(parent)) if (isNested(child)) next.push(child);
    }
    level = next;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Where the string ends: at its quote, or with the text. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

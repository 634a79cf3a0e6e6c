/**
 * About how many characters a message has as JSON: without its escapes, and without writing it. A text of some megabytes
 * takes no longer than a short one.
 */
export function sizeOf(message: object): number {
  const open: object[] = [message];
  let size = 0;
  for (let value = open.pop(); value; value = open.pop()) {
    size += BRACKETS;
    for (const [key, inner] of Object.entries(value)) {
      size += Array.isArray(value) ? 1 : key.length + KEY_SIGNS;
      if (typeof inner === "string") size += inner.length + QUOTES;
      else if (typeof inner === "object" && inner !== null) open.push(inner);
      else size += SCALAR;
    }
  }
  return size;
}

const BRACKETS = 2;
const QUOTES = 2;
/** Two quotes, a colon and a comma. */
const KEY_SIGNS = 4;
const SCALAR = 4;

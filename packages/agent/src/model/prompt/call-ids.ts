/**
 * The ids of calls as a provider takes them. Some models number their calls anew in every answer, and providers refuse an
 * id that comes twice; others have ids of a form that the next provider does not take. The same history has the same ids.
 */

import { createHash } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export interface CallIds {
  /** Another answer, with these calls. */
  begin(ids: readonly string[]): void;
  /** For a call of the answer begun last, and for its result. */
  idOf(id: string): string;
}

export function createCallIds(pattern: RegExp): CallIds {
  const used = new Set<string>();
  let current = new Map<string, string>();
  return {
    begin(ids) {
      current = new Map(ids.map((id) => [id, take(id)]));
    },
    idOf: (id) => current.get(id) ?? take(id),
  };

  function take(id: string): string {
    let result = id;
    for (let count = 0; !pattern.test(result) || used.has(result); count += 1) result = shortHash(`${count}:${id}`);
    used.add(result);
    return result;
  }
}

/** Nine letters and digits: a form that all take. */
function shortHash(text: string): string {
  const bytes = createHash("sha256").update(text).digest();
  return Array.from({ length: 9 }, (_, index) => ALPHABET[(bytes[index] ?? 0) % ALPHABET.length]).join("");
}

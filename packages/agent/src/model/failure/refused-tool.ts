/**
 * Which of the offered tools a provider refuses, if it says so.
 */

import type { FailureFacts } from "./failure-facts.ts";

/** By its place in the list or by its name: `tools.3.custom.input_schema: …`, `Invalid schema for function 'search': …`. */
export function refusedTool(facts: FailureFacts, names: readonly string[]): string | undefined {
  if (facts.status !== 400 && facts.status !== 422) return undefined;
  const { text } = facts;
  for (const place of PLACES) {
    const index = place.exec(text)?.[1];
    const name = index === undefined ? undefined : names[Number(index)];
    if (name !== undefined) return name;
  }
  // The longest first: one name may be the beginning of another.
  const quoted = names.toSorted((one, other) => other.length - one.length).find((name) => isQuoted(name, text));
  return quoted !== undefined && /function|tool|schema|parameter/i.test(text) ? quoted : undefined;
}

const PLACES = [
  /function_?declarations\[(\d+)\]/i,
  /\btools\.(\d+)\./,
  /\btools\[(\d+)\](?!\.function_?declarations)/i,
  /"tools",\s*(\d+)/,
];

function isQuoted(name: string, text: string): boolean {
  return ["'", '"', "`", '\\"'].some((quote) => text.includes(quote + name + quote));
}

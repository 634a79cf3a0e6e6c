import { withoutQuotes } from "./find-values.ts";

/**
 * Cuts a prompt into the requests it is made of: by `then`, by semicolons, by lines. Quoted text is left whole, and a line
 * that gives a `name=value` belongs to the one before it.
 */
export function splitRequest(prompt: string): readonly string[] {
  const text = prompt.trim();
  const requests: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of withoutQuotes(text).matchAll(SEPARATOR)) {
    requests.push(text.slice(start, index));
    start = index + separator.length;
  }
  return [...requests, text.slice(start)]
    .map((request) => request.replace(ITEM, "").trim())
    .filter((request) => request !== "" && !request.endsWith(":"));
}

const SEPARATOR = /\s*;\s+|[,.]?\s+(?:and\s+)?then\b,?\s+|\s*\n\s*(?![\w.-]+\s*[=:])/gi;
const ITEM = /^\s*(?:\d+[.)]|[-*•])\s+/;

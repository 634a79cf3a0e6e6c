/**
 * Cuts a prompt into the requests it is made of: by `then`, by semicolons, by lines, by the items of a list.
 */

import { blankOut, findQuotedText } from "./quoted-text.ts";

export function splitRequest(prompt: string): readonly string[] {
  const text = prompt.trim();
  const readable = blankOut(text, findQuotedText(text));
  const isInlineList = /^1[.)]\s/.test(text);
  const requests: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of readable.matchAll(isInlineList ? WITH_INLINE_ITEMS : SEPARATOR)) {
    if (isPartOfOne(readable.slice(start, index), separator, readable.slice(index + separator.length))) continue;
    requests.push(text.slice(start, index));
    start = index + separator.length;
  }
  requests.push(text.slice(start));
  const asked = requests
    .map((request) => request.replace(ITEM_MARK, "").trim())
    .filter((request) => /\S/.test(request));
  // "Please do this:" before a list asks for nothing.
  return asked.filter((request, at) => at === asked.length - 1 || !request.endsWith(":"));
}

const SEPARATOR = /\s*;\s+|[,.]?\s+(?:and\s+)?(?:then|after that|afterwards)\b,?\s+|\s*\n\s*/gi;
const WITH_INLINE_ITEMS = new RegExp(`${SEPARATOR.source}|\\s+(?=\\d+[.)]\\s+\\p{L})`, "giu");
const ITEM_MARK = /^\s*(?:\d+[.)]|[-*•])\s+|^\s*(?:first|finally|next)\b,?\s+/i;

/** Whether a separator only looks like one: `if … then`, a line that goes on with the one before it. */
function isPartOfOne(before: string, separator: string, after: string): boolean {
  if (/then/i.test(separator)) return /\b(?:if|when)\b/i.test(before);
  if (!separator.includes("\n")) return false;
  return /^(?:and|or|with|to|in|into|from|for|using|by|as|on|but|where|which|that)\b(?! then)|^\p{L}[\w.-]*\s*[=:]/u.test(
    after,
  );
}

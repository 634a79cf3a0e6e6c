/**
 * The words of a request that a tool's one open text is for, when nothing marks them: `echo hello there`, `run npm test`,
 * `search for the mortise`.
 */

import type { Property } from "./read-schema.ts";

export function findFreeText(request: string, property: Property, toolName: string): string | undefined {
  const text = request.trim();
  const found =
    property.wants === "command"
      ? (afterVerb(text, toolName) ?? afterColon(text))
      : (afterColon(text) ?? afterIntroduction(text) ?? afterVerb(text, toolName));
  if (found !== undefined) return property.wants === "path" && /\s/.test(found) ? undefined : found;
  return QUESTION.test(property.name) && text !== "" ? text : undefined;
}

const QUESTION = /(?:^|_)(?:query|question|prompt|topic|search|task|instructions?)$/i;

function afterColon(text: string): string | undefined {
  return /:\s+(\S[\s\S]*)$/.exec(text)?.[1];
}

function afterIntroduction(text: string): string | undefined {
  return withoutEnd(
    /\b(?:for|called|named|titled|saying|about)\s+(?:the\s+)?(.+?)(?:\s+(?:in|inside|under|from|to|into|on|at)\b.*)?$/is.exec(
      text,
    )?.[1],
  );
}

/** What follows the verb that the tool is named after. */
function afterVerb(text: string, toolName: string): string | undefined {
  const match = /^(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?)?(\p{L}+)\s+(.+)$/isu.exec(text);
  const verb = match?.[1]?.toLowerCase() ?? "";
  const names = new Set(toolName.toLowerCase().split(/[^\p{L}]+/u));
  if (!names.has(verb) && !(verb === "execute" && names.has("run"))) return undefined;
  return withoutEnd(match?.[2]?.replace(/^(?:the\s+)?(?:command|file|folder|text|message)\s+|^the\s+/i, ""));
}

function withoutEnd(text: string | undefined): string | undefined {
  const plain = text?.replace(/[.?!\s]+$/, "").replace(/\s+in the background$/, "");
  return plain === "" || (plain !== undefined && REFERENCE.test(plain)) ? undefined : plain;
}

// What they point to is in another request, which this model does not carry over.
const REFERENCE = /^(?:it|that|this|them|the results?|the output|me|everything)\b/i;

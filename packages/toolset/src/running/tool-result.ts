/**
 * What a tool returned, as a result on the wire: masked, and within its limits.
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { isObject, type JsonObject } from "@tenon/basis";

import { type Content, type ContentBlock, isReply } from "../define/content.ts";
import { ToolError } from "../tool-error.ts";
import type { CheckedSchema } from "./checked-schema.ts";
import type { Mask } from "./mask.ts";
import { whenReady } from "./when-ready.ts";

export interface ResultOptions {
  readonly output: CheckedSchema | undefined;
  readonly resultCharacters: number;
  readonly mask: Mask;
}

interface Parts {
  readonly content?: readonly Content[];
  readonly structured?: unknown;
  readonly meta?: JsonObject;
}

// Clients drop a connection whose messages are longer than 10 MB.
const MAX_RESULT_CHARACTERS = 9_000_000;

/** Throws for a result that the output schema does not accept: a fault of the tool, not of the model. */
export function toolResult(returned: unknown, options: ResultOptions): CallToolResult | Promise<CallToolResult> {
  const parts = partsOf(returned);
  return whenReady(checkedOutput(parts.structured, options.output), (structured) =>
    wireResult(parts, structured, options),
  );
}

function wireResult(
  { content, meta }: Parts,
  structuredContent: Record<string, unknown> | undefined,
  { resultCharacters, mask }: ResultOptions,
): CallToolResult {
  const json = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  if (json !== undefined && json.length > resultCharacters) throw tooLarge(json.length, resultCharacters);
  const blocks = (content ?? (json === undefined ? [] : [json])).map(toBlock);
  const result: CallToolResult = mask.json({
    content: cut(blocks, resultCharacters),
    ...(structuredContent && { structuredContent }),
    ...(meta && { _meta: meta }),
  });
  const size = binarySize(result.content);
  if (size > MAX_RESULT_CHARACTERS) throw tooLarge(size, MAX_RESULT_CHARACTERS);
  return result;
}

function partsOf(returned: unknown): Parts {
  if (returned === undefined || returned === null) return { content: [] };
  if (typeof returned === "string") return { content: [returned] };
  if (Array.isArray(returned)) return { content: returned };
  if (typeof returned === "object" && isReply(returned)) {
    const { content, structured, meta } = returned;
    return { ...(content && { content }), ...(meta && { meta }), structured };
  }
  return { structured: returned };
}

type Structured = Record<string, unknown> | undefined;

function checkedOutput(structured: unknown, output: CheckedSchema | undefined): Structured | Promise<Structured> {
  if (!output) return structured === undefined ? undefined : plainObject(structured);
  return whenReady(output.check(structured), (checked) => {
    if (!checked.isValid) throw new TypeError(`The result does not match the output schema: ${checked.problems}`);
    return plainObject(checked.value);
  });
}

function plainObject(value: unknown): Record<string, unknown> {
  if (!isObject(value))
    throw new TypeError(`A tool must return a string, a list of blocks or an object, not ${typeof value}`);
  return { ...value };
}

function toBlock(content: Content): ContentBlock {
  return typeof content === "string" ? { type: "text", text: content } : content;
}

/** Text beyond the limit is cut, with a note about how much is missing; other blocks stay. */
function cut(blocks: readonly ContentBlock[], limit: number): ContentBlock[] {
  const total = blocks.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
  if (total <= limit) return [...blocks];
  let left = limit;
  const kept = blocks.flatMap((block): ContentBlock[] => {
    if (block.type !== "text") return [block];
    const text = block.text.slice(0, left);
    left -= text.length;
    return text === "" ? [] : [{ ...block, text }];
  });
  const note = `[Truncated: ${limit} of ${total} characters are shown. Request less to see the rest.]`;
  return [...kept, { type: "text", text: note }];
}

function binarySize(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((sum, block) => {
    if (block.type === "image" || block.type === "audio") return sum + block.data.length;
    if (block.type !== "resource") return sum;
    return sum + ("blob" in block.resource ? block.resource.blob.length : block.resource.text.length);
  }, 0);
}

function tooLarge(size: number, limit: number): ToolError {
  return new ToolError("too_large", `The result has ${size} characters, and ${limit} are allowed`, {
    hint: "Ask for less.",
  });
}

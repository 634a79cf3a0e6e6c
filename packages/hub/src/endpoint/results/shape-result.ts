/**
 * A tool's result in the form that survives the agent: what it drops becomes text or a file, and text is cut once, with the
 * rest behind `read_result`.
 */

import { type CallToolResult, type ContentBlock, isSpecType } from "@modelcontextprotocol/server";
import { formatBytes, isEqualJson, isObject, itemsOf, type JsonObject, objectOf, parseJson } from "@tenon/basis";

import type { HubResult } from "../../call/call-tool.ts";
import { headOf, tailOf } from "../../call/result/cut-text.ts";
import { charactersOf, isWorded } from "../../call/result/fit-parts.ts";
import type { ModelPart } from "../../call/result/model-result.ts";
import { notKept, readBlock } from "../../call/result/read-block.ts";
import type { Keep } from "../../call/result/spill-folder.ts";
import type { DroppedContent, Taker } from "../endpoint-types.ts";
import { OWN } from "../tools/own-tools.ts";
import type { KeptResults } from "./kept-results.ts";

export interface ShapeOptions {
  readonly taker: Pick<Taker, "drops">;
  /** How many characters of text the agent keeps. */
  readonly characters: number;
  /** Keeps what is not text in a file. */
  readonly keep: Keep;
  readonly kept: KeptResults;
}

/** `forModel` must have all of the text. Never rejects. */
export async function shapeResult(result: HubResult, options: ShapeOptions): Promise<CallToolResult> {
  const raw = result.whole ?? result.raw;
  const { forModel } = result;
  const { taker, characters } = options;
  const drops = new Set(taker.drops);
  const structured = isObject(raw.structuredContent) ? raw.structuredContent : undefined;
  const json = structured && JSON.stringify(structured);
  const isStructuredKept = json !== undefined && json.length <= characters && !drops.has("structuredContent");
  const added = structured && drops.has("structuredContent") ? missingText(structured, forModel.parts) : [];
  const total = charactersOf([...forModel.parts, ...added]);
  const content =
    total > characters
      ? cutParts([...forModel.parts, ...added], options)
      : [...(await wholeContent(raw.content, forModel.parts, options)), ...added];
  return {
    content: (await Promise.all(content.map((block) => survivor(block, drops, options.keep)))).flat(),
    ...(isStructuredKept && { structuredContent: { ...structured } }),
    ...(isObject(raw._meta) && { _meta: withoutReserved(raw._meta) }),
    ...(forModel.isError && { isError: true }),
  };
}

/** Without what the protocol says between two ends: the server's name, a task. */
function withoutReserved(meta: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !key.startsWith("io.modelcontextprotocol/")));
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError && { isError }) };
}

/** The blocks as the server sent them; as the model's parts, if the server sent nothing in them. */
async function wholeContent(
  content: unknown,
  parts: readonly ModelPart[],
  { keep }: ShapeOptions,
): Promise<readonly ContentBlock[]> {
  const blocks = itemsOf(content);
  const isSaid = blocks.some((block) => !isBlank(block));
  if (!isSaid) return parts.map(blockOf);
  return await Promise.all(
    // A block of a kind that the SDK does not know would cost the whole result.
    blocks.map(async (block) => (isSpecType.ContentBlock(block) ? block : blockOf(await readBlock(block, keep)))),
  );
}

/** Media stay whole; the words are joined, and their middle is left out. */
function cutParts(parts: readonly ModelPart[], { characters, kept }: ShapeOptions): readonly ContentBlock[] {
  const whole = parts
    .filter(isWorded)
    .map(({ text }) => text)
    .join("\n");
  const handle = kept.keep(whole);
  const sentence = (left: number, offset: number) =>
    `\n[${left} of ${whole.length} characters omitted here. Read them with ${OWN.readResult}, handle "${handle}", offset ${offset}.]\n`;
  const room = Math.max(0, characters - sentence(whole.length, whole.length).length);
  const head = headOf(whole, Math.ceil(room * HEAD_SHARE));
  const tail = tailOf(whole, Math.max(0, room - head.length));
  const cut = `${head}${sentence(whole.length - head.length - tail.length, head.length)}${tail}`;
  return [{ type: "text", text: cut.trimStart() }, ...parts.filter((part) => !isWorded(part)).map(blockOf)];
}

// The end of a long output often says how it went; its beginning says what it is.
const HEAD_SHARE = 0.75;

/** The block, or what stands for it where the agent drops its kind. */
async function survivor(
  block: ContentBlock,
  drops: ReadonlySet<DroppedContent>,
  keep: Keep,
): Promise<readonly ContentBlock[]> {
  if (!drops.has(kindOf(block))) return [block];
  if (block.type === "image" || block.type === "audio") return [await savedMedia(block, keep)];
  return [blockOf(await readBlock(block, keep))];
}

function kindOf(block: ContentBlock): DroppedContent {
  if (block.type === "resource") return "blob" in block.resource ? "blob" : "resource";
  return block.type === "text" ? "structuredContent" : block.type;
}

async function savedMedia(
  { type, data, mimeType }: { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string },
  keep: Keep,
): Promise<ContentBlock> {
  const extension = /^[a-z]+\/([a-z0-9]{1,8})/i.exec(mimeType)?.[1] ?? "bin";
  const text = await keep({ base64: data, extension }).then(
    ({ path, bytes }) => `[${type}, ${mimeType}, ${formatBytes(bytes)}, saved in ${path}]`,
    (error: unknown) => `[${type}, ${mimeType}. ${notKept(error)}.]`,
  );
  return { type: "text", text };
}

function blockOf(part: ModelPart): ContentBlock {
  return isWorded(part) ? { type: "text", text: part.text } : { ...part };
}

/** What is only in the structured content, as text. */
function missingText(structured: object, parts: readonly ModelPart[]): readonly (ModelPart & ContentBlock)[] {
  const isSaid = parts.some((part) => isWorded(part) && isEqualJson(parseJson(part.text), structured));
  return isSaid ? [] : [{ type: "text", text: JSON.stringify(structured) }];
}

function isBlank(block: unknown): boolean {
  const { type, text } = objectOf(block);
  return type === "text" && typeof text === "string" && text.trim() === "";
}

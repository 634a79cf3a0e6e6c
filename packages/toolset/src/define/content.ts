/**
 * What a tool, a resource or a prompt returns.
 */

import type { ContentBlock } from "@modelcontextprotocol/server";
import { defined, type JsonObject } from "@tenon/basis";

export type { ContentBlock };

/** A string is a text block. */
export type Content = string | ContentBlock;

/** Bytes, or the same in base64. */
export type Binary = Uint8Array | string;

// A program and the toolset that it loads may each have a copy of this package.
const BRAND = Symbol.for("@tenon/toolset Reply");

/** Content and structured content at once, or metadata for the host; made by `reply()`. */
export class Reply<Structured extends object = JsonObject> {
  readonly [BRAND] = true;
  readonly content: readonly Content[] | undefined;
  readonly structured: Structured | undefined;
  readonly meta: JsonObject | undefined;

  constructor({ content, structured, meta }: ReplyParts<Structured>) {
    this.content = content;
    this.structured = structured;
    this.meta = meta;
  }
}

export interface ReplyParts<Structured extends object = JsonObject> {
  /** What the model reads. Without it, the structured content as JSON. */
  readonly content?: readonly Content[];
  readonly structured?: Structured;
  /** `_meta` of the result: for the host, not for the model. */
  readonly meta?: JsonObject;
}

/**
 * What `run` may return: a string or a list of blocks is content, any other object is structured content, and `reply()` is
 * both. Nothing at all is an empty result.
 */
export type ToolResult<Structured extends object = JsonObject> =
  | string
  | readonly Content[]
  | Structured
  | Reply<Structured>
  | undefined
  | void;

export function reply<Structured extends object = JsonObject>(parts: ReplyParts<Structured>): Reply<Structured> {
  return new Reply(parts);
}

/** Also of another copy of this package. */
export function isReply(value: object): value is Reply {
  return BRAND in value;
}

export function image(data: Binary, mimeType: string): ContentBlock {
  return { type: "image", data: toBase64(data), mimeType };
}

export function audio(data: Binary, mimeType: string): ContentBlock {
  return { type: "audio", data: toBase64(data), mimeType };
}

/** A file inside the result: a string is its text, bytes are sent as base64. */
export function file(uri: string, data: Uint8Array | string, mimeType?: string): ContentBlock {
  const contents = typeof data === "string" ? { text: data } : { blob: toBase64(data) };
  return { type: "resource", resource: { uri, ...contents, ...defined({ mimeType }) } };
}

/** A resource that the model or the host can read later. */
export function link(
  uri: string,
  about: { readonly name: string; readonly title?: string; readonly description?: string; readonly mimeType?: string },
): ContentBlock {
  return { type: "resource_link", uri, ...about };
}

export function toBase64(data: Binary): string {
  if (typeof data === "string") return data;
  let binary = "";
  // A call takes only so many arguments.
  for (let at = 0; at < data.length; at += 0x8000) {
    binary += String.fromCharCode(...data.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

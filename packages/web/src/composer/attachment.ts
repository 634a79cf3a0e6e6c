/**
 * Files that go with a prompt: images as images, text as text.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

import { t } from "../language/t.ts";
import { resourceName } from "../content/resource-name.ts";

export interface Attachment {
  readonly id: number;
  readonly name: string;
  readonly block: ContentBlock;
}

export type ReadAttachment = { readonly block: ContentBlock } | { readonly refusal: string };

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const MAX_TEXT_BYTES = 1024 * 1024;

export async function readAttachment(file: File): Promise<ReadAttachment> {
  if (IMAGE_TYPES.has(file.type)) {
    if (file.size > MAX_IMAGE_BYTES)
      return { refusal: t("{name} is too large: images are limited to 10 MB.", { name: file.name }) };
    return { block: { type: "image", mimeType: file.type, data: base64(new Uint8Array(await file.arrayBuffer())) } };
  }
  if (file.size > MAX_TEXT_BYTES)
    return { refusal: t("{name} is too large: text is limited to 1 MB.", { name: file.name }) };
  const text = decode(await file.arrayBuffer());
  if (text === undefined) return { refusal: t("{name} is neither an image nor text.", { name: file.name }) };
  const uri = `attachment:///${encodeURIComponent(file.name)}`;
  return { block: { type: "resource", resource: { uri, mimeType: file.type || "text/plain", text } } };
}

/** A name for a block that came without a file. */
export function nameOfBlock(block: ContentBlock): string {
  if (block.type === "resource_link") return block.name;
  if (block.type === "resource") return resourceName(block.resource.uri);
  return block.type === "image" ? t("Image") : t("File");
}

/** Undefined if it is not text. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    // Not UTF-8, so not text for an agent.
    return undefined;
  }
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A whole image at once would be more arguments than the stack can hold.
  for (let start = 0; start < bytes.length; start += 0x80_00) {
    parts.push(String.fromCodePoint(...bytes.subarray(start, start + 0x80_00)));
  }
  return btoa(parts.join(""));
}

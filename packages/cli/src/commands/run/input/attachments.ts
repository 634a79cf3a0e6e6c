/**
 * Files that go along with a prompt: read before anything is started, then put as the agent can take them.
 *
 * What it cannot take goes as a link, which every agent must understand; nothing is left out.
 */

import { readFile, stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { ContentBlock, PromptCapabilities } from "@agentclientprotocol/sdk";

import { defined } from "@tenon/basis";

import { size as sizeText, t } from "../../../messages/t.ts";
import { cannotRead } from "../../../arguments/read-given-file.ts";

export interface Attachment {
  readonly path: string;
  readonly uri: string;
  readonly size: number;
  readonly mimeType?: string;
  /** Of a file that is too large to be sent, or a folder: none. */
  readonly bytes?: Uint8Array;
}

// A message may have 64 MiB, and base64 takes a third more than the bytes.
const MAX_BYTES = 16 * 1024 * 1024;

export async function readAttachments(paths: readonly string[]): Promise<readonly Attachment[]> {
  return await Promise.all(paths.map(readAttachment));
}

export function attachmentBlock(attachment: Attachment, takes: PromptCapabilities): ContentBlock {
  const { uri, bytes, mimeType = "" } = attachment;
  if (!bytes) return link(attachment);
  const [family] = mimeType.split("/");
  if (family === "image" && takes.image) return { type: "image", data: base64(bytes), mimeType, uri };
  if (family === "audio" && takes.audio) return { type: "audio", data: base64(bytes), mimeType };
  if (!takes.embeddedContext) return link(attachment);
  const text = textOf(bytes);
  const type = mimeType === "" ? {} : { mimeType };
  if (text !== undefined) return { type: "resource", resource: { uri, text, ...type } };
  return { type: "resource", resource: { uri, blob: base64(bytes), ...type } };
}

/** Why a person would be surprised by what the agent gets; undefined if it gets what was attached. */
export function attachmentNote({ path, bytes, size, mimeType = "" }: Attachment, takes: PromptCapabilities) {
  const name = basename(path);
  if (!bytes && size > MAX_BYTES) {
    return t("{name} ({size}) exceeds the limit of {limit} and is sent as a link.", {
      name,
      size: sizeText(size),
      limit: sizeText(MAX_BYTES),
    });
  }
  const kind = mimeType.split("/")[0];
  if (!bytes || !((kind === "image" && !takes.image) || (kind === "audio" && !takes.audio))) return undefined;
  const what = kind === "image" ? t("images") : t("audio");
  const how = takes.embeddedContext ? t("an embedded file") : t("a link");
  return t("The agent does not accept {what}; {name} is sent as {how}.", { what, name, how });
}

async function readAttachment(given: string): Promise<Attachment> {
  const path = resolve(given);
  try {
    const stats = await stat(path);
    const mimeType = TYPES[extname(path).toLowerCase()];
    const isSent = stats.isFile() && stats.size <= MAX_BYTES;
    return {
      path,
      uri: pathToFileURL(path).href,
      size: stats.size,
      ...defined({ mimeType, bytes: isSent ? await readFile(path) : undefined }),
    };
  } catch (cause) {
    throw cannotRead("--attach", given, cause);
  }
}

function link({ path, uri, size, mimeType }: Attachment): ContentBlock {
  return { type: "resource_link", name: basename(path), uri, size, ...defined({ mimeType }) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined; // it is not text
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".wav": "audio/wav",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".flac": "audio/flac",
  ".m4a": "audio/mp4",
  ".pdf": "application/pdf",
  ".json": "application/json",
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".html": "text/html",
  ".css": "text/css",
  ".csv": "text/csv",
};

/**
 * Content blocks as lines: text as it is, everything else by what it is.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

import { harmless, harmlessLine } from "../terminal/harmless.ts";

export function contentLines(block: ContentBlock): string[] {
  switch (block.type) {
    case "text":
      return textLines(block.text);
    case "image":
    case "audio":
      return [`(${block.type}, ${harmlessLine(block.mimeType)}, ${bytesInWords(block.data)})`];
    case "resource_link":
      return [`(link: ${harmlessLine(block.title ?? block.name)} ${harmlessLine(block.uri)})`];
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return [`(${harmlessLine(resource.uri)})`, ...textLines(resource.text)];
      return [`(${harmlessLine(resource.uri)}, ${bytesInWords(resource.blob)})`];
    }
    default:
      return [`(something of an unknown kind: ${inShort(block)})`];
  }
}

/** Without the empty lines at its end. */
export function textLines(text: string): string[] {
  const lines = harmless(text).replace(/\s+$/, "").replaceAll("\t", "  ").split("\n");
  return lines.length === 1 && lines[0] === "" ? [] : lines;
}

/** Any value on one line. */
export function inShort(value: unknown, longest = 200): string {
  const text = harmlessLine(typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function bytesInWords(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4);
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

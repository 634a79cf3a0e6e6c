/**
 * Content blocks as lines: text as it is, everything else by what it is.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

import { phrase, size, t } from "../messages/t.ts";
import { printable, printableLine } from "../terminal/printable.ts";

export function contentLines(block: ContentBlock): string[] {
  switch (block.type) {
    case "text":
      return textLines(block.text);
    case "image":
    case "audio":
      return [
        t("({what}, {type}, {size})", {
          what: t(KINDS[block.type]),
          type: printableLine(block.mimeType),
          size: sizeOf(block.data),
        }),
      ];
    case "resource_link":
      return [
        t("(link: {name} {uri})", { name: printableLine(block.title ?? block.name), uri: printableLine(block.uri) }),
      ];
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return [`(${printableLine(resource.uri)})`, ...textLines(resource.text)];
      return [t("({uri}, {size})", { uri: printableLine(resource.uri), size: sizeOf(resource.blob) })];
    }
    default:
      return [t("(unknown content: {content})", { content: inShort(block) })];
  }
}

const KINDS = { image: phrase("image"), audio: phrase("audio") } as const;

/** Without the empty lines at its end. */
export function textLines(text: string): string[] {
  const lines = printable(text).replace(/\s+$/, "").replaceAll("\t", "  ").split("\n");
  return lines.length === 1 && lines[0] === "" ? [] : lines;
}

/** Any value on one line. */
export function inShort(value: unknown, maxLength = 200): string {
  const text = printableLine(typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)));
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

function sizeOf(base64: string): string {
  return size(Math.floor((base64.length * 3) / 4));
}

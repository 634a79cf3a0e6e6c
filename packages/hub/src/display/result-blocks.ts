import { isObject, itemsOf } from "@tenon/basis";

import type { RawResult } from "../connection/wire/raw-result.ts";

/** A block of content, as MCP and ACP both define it; fields that are not named here pass too. */
export type ResultBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | { readonly type: "resource_link"; readonly uri: string; readonly name: string }
  | {
      readonly type: "resource";
      readonly resource:
        | { readonly uri: string; readonly text: string }
        | { readonly uri: string; readonly blob: string };
    };

// Enough to recognise what an unknown block is about.
const MAX_DESCRIPTION_LENGTH = 500;

/**
 * The blocks of a tool's result for the client. MCP and ACP define them as the same JSON, so they pass unchanged [R116];
 * what ACP does not know is described, and never dropped in silence.
 */
export function resultBlocks(result: RawResult): readonly ResultBlock[] {
  const blocks = itemsOf(result.content);
  if (blocks.length > 0) return blocks.map((block: unknown) => (isBlock(block) ? block : describe(block)));
  // A server may answer with structured content alone.
  return result.structuredContent === undefined ? [] : [text(JSON.stringify(result.structuredContent))];
}

function isBlock(value: unknown): value is ResultBlock {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "text":
      return typeof value["text"] === "string";
    case "image":
    case "audio":
      return typeof value["data"] === "string" && typeof value["mimeType"] === "string";
    case "resource_link":
      return typeof value["uri"] === "string" && typeof value["name"] === "string";
    case "resource": {
      const { resource } = value;
      if (!isObject(resource) || typeof resource["uri"] !== "string") return false;
      return typeof resource["text"] === "string" || typeof resource["blob"] === "string";
    }
    default:
      return false;
  }
}

function describe(block: unknown): ResultBlock {
  const kind = isObject(block) ? String(block["type"]) : typeof block;
  return text(`(A content block of unknown type ${kind}: ${JSON.stringify(block).slice(0, MAX_DESCRIPTION_LENGTH)})`);
}

function text(text: string): ResultBlock {
  return { type: "text", text };
}

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { isObject } from "@tenon/basis";
import type { RawResult } from "@tenon/hub";

// Enough to recognise what an unknown block is about.
const MAX_DESCRIPTION_LENGTH = 500;

/**
 * The blocks of a tool's result for the client. MCP and ACP define them as the same JSON, so they pass unchanged [R116];
 * what ACP does not know is described, and never dropped in silence.
 */
export function acpContent(result: RawResult): readonly ContentBlock[] {
  const blocks = Array.isArray(result.content) ? result.content : [];
  if (blocks.length > 0) return blocks.map((block: unknown) => (isBlock(block) ? block : describe(block)));
  // A server may answer with structured content alone.
  return result.structuredContent === undefined ? [] : [text(JSON.stringify(result.structuredContent))];
}

function isBlock(value: unknown): value is ContentBlock {
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

function describe(block: unknown): ContentBlock {
  const kind = isObject(block) ? String(block["type"]) : typeof block;
  return text(`(A content block of unknown type ${kind}: ${JSON.stringify(block).slice(0, MAX_DESCRIPTION_LENGTH)})`);
}

function text(text: string): ContentBlock {
  return { type: "text", text };
}

/**
 * The tool that a request calls by its name. A name that is also a plain word must be called one: `use echo`.
 */

import type { ModelTool } from "../../model.ts";
import { blankOut, findQuotedText } from "../quoted-text.ts";

export interface NamedTool {
  readonly tool: ModelTool;
  /** The request without the words that name it. */
  readonly rest: string;
}

export function findNamedTool(request: string, tools: readonly ModelTool[]): NamedTool | undefined {
  const readable = blankOut(
    request,
    findQuotedText(request).filter(({ text }) => !/^[\w-]+$/.test(text)),
  );
  const named = tools
    .flatMap((tool) => {
      const match = mentionOf(tool, readable);
      return match ? [{ tool, match, hasServer: mentions(readable, originOf(tool.name).server) }] : [];
    })
    .toSorted((a, b) => a.match.index - b.match.index || Number(b.hasServer) - Number(a.hasServer));
  const [first] = named;
  if (!first) return undefined;
  const { index, 0: said } = first.match;
  return { tool: first.tool, rest: `${request.slice(0, index)} ${request.slice(index + said.length)}` };
}

/** Where a tool comes from and what it is called there; the agent's own tools come from nowhere. */
export function originOf(name: string): { readonly server: string; readonly tool: string } {
  const match = /^mcp__(.+?)__(.+)$/.exec(name);
  return { server: match?.[1] ?? "", tool: match?.[2] ?? name };
}

function mentionOf({ name }: ModelTool, request: string): RegExpExecArray | null {
  const { tool } = originOf(name);
  const isPlainWord = /^\p{Lu}?[\p{Ll}\p{N}]+$/u.test(tool);
  const whole = new RegExp(`${USE}\`?\\b${escape(name)}\\b\`?${TOOL}`, "i").exec(request);
  if (whole && (name !== tool || !isPlainWord)) return whole;
  // A dot or a slash makes it a part of a path.
  const own = `["'\`]?(?<![\\w./-])${escape(tool)}(?![\\w/-]|\\.\\w)["'\`]?`;
  if (!isPlainWord) return new RegExp(`${USE}${own}${TOOL}`, "i").exec(request);
  const called = new RegExp(String.raw`\b(?:use|using|call|invoke)\s+(?:the\s+)?(?:tool\s+)?${own}${TOOL}`, "i");
  return called.exec(request) ?? new RegExp(String.raw`\b(?:the\s+)?${own}\s+tool\b`, "i").exec(request);
}

const USE = String.raw`(?:\b(?:use|using|call|invoke)\s+)?(?:\bthe\s+)?(?:\btool\s+)?`;
const TOOL = String.raw`(?:\s+tool\b)?(?:\s+(?:with|to|on|for|of)\b)?`;

function mentions(request: string, server: string): boolean {
  return server !== "" && new RegExp(String.raw`\b${escape(server)}\b`, "i").test(request);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

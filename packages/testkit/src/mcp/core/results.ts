/**
 * The results of tool calls that are made here rather than given in the script.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import type { ReportItem } from "../call-step.ts";
import type { ToolScript } from "../script.ts";
import type { Call } from "./run-call.ts";

export function textResult(text: string): JsonObject {
  return { content: [{ type: "text", text }] };
}

/** What a call found out, as JSON text, and structured when the tool promises that. */
export function findingsResult(tool: ToolScript, findings: readonly unknown[]): JsonObject {
  const found = findings.length === 1 ? findings[0] : findings;
  const result = textResult(findings.length === 0 ? "done" : JSON.stringify(found));
  return tool.outputSchema && isObject(found) ? { ...result, structuredContent: found } : result;
}

export function bytesResult(step: { readonly bytes: number; readonly as?: "text" | "image" }): JsonObject {
  const { bytes, as = "text" } = step;
  if (as === "text") return textResult("x".repeat(bytes));
  // Base64 comes in fours; "AAAA" is valid and decodes to zeros.
  const data = "AAAA".repeat(Math.ceil(bytes / 4));
  return { content: [{ type: "image", data, mimeType: "image/png" }] };
}

export function report(items: readonly ReportItem[], call: Call): JsonObject {
  const found: Record<ReportItem, () => unknown> = {
    cwd: () => process.cwd(),
    environment: () => process.env,
    pid: () => process.pid,
    headers: () => call.headers,
    arguments: () => call.arguments,
    calls: () => call.number,
  };
  return Object.fromEntries(items.map((item) => [item, found[item]()]));
}

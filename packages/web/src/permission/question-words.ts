import type { ToolCallEntry } from "@tenon/timeline";

import { intentOf } from "../content/intent.ts";
import { visibleText } from "../ui/visible-text.ts";

const MAX_COMMAND = 120;

/** What is asked, in words: `Run ls -la?` The whole of it stands below. */
export function questionWords(call: ToolCallEntry): string {
  const { command, url, paths } = intentOf(call);
  const [path] = paths;
  if (command !== undefined) return `Run ${short(command)}?`;
  if (url !== undefined) return `Fetch ${short(url)}?`;
  if (path !== undefined && paths.length === 1) {
    if (call.kind === "edit") return `Change ${short(path)}?`;
    if (call.kind === "read") return `Read ${short(path)}?`;
    if (call.kind === "delete") return `Delete ${short(path)}?`;
  }
  return `Allow “${short(call.title)}”?`;
}

function short(text: string): string {
  const [line = "", ...more] = visibleText(text.trim()).split("\n");
  return line.length > MAX_COMMAND || more.length > 0 ? `${line.slice(0, MAX_COMMAND)}…` : line;
}

import type { ToolCallEntry } from "@tenon/timeline";

import { t } from "../language/t.ts";
import { intentOf } from "../content/intent.ts";
import { visibleText } from "../ui/words/visible-text.ts";

const MAX_COMMAND = 120;

/** What is asked, in words: `Run ls -la?` The whole of it stands below. */
export function questionWords(call: ToolCallEntry): string {
  const { command, url, paths } = intentOf(call);
  const [path] = paths;
  if (command !== undefined) return t("Run {what}?", { what: short(command) });
  if (url !== undefined) return t("Fetch {what}?", { what: short(url) });
  if (path !== undefined && paths.length === 1) {
    if (call.kind === "edit") return t("Change {what}?", { what: short(path) });
    if (call.kind === "read") return t("Read {what}?", { what: short(path) });
    if (call.kind === "delete") return t("Delete {what}?", { what: short(path) });
  }
  return t("Allow “{what}”?", { what: short(call.title) });
}

function short(text: string): string {
  const [line = "", ...more] = visibleText(text.trim()).split("\n");
  return line.length > MAX_COMMAND || more.length > 0 ? `${line.slice(0, MAX_COMMAND)}…` : line;
}

/**
 * The row that says what is going on: a sign of life, what runs, since when, and how far the plan is.
 */

import type { Entry, ToolCallEntry } from "@tenon/timeline";

import { durationInWords } from "../duration-in-words.ts";
import { harmlessLine } from "../../terminal/harmless.ts";
import type { Style } from "../../terminal/style.ts";
import { clip } from "../../terminal/text-width.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
export const SPINNER_MS = 120;

export function statusRow(
  status: {
    /** What happens when nothing else does. */
    readonly text: string;
    readonly running: readonly ToolCallEntry[];
    readonly plan: Extract<Entry, { readonly type: "plan" }> | undefined;
    readonly sinceMs: number;
  },
  { paint, width = 80 }: Style,
): string {
  const { text, running, plan, sinceMs } = status;
  const spinner = SPINNER[Math.floor(sinceMs / SPINNER_MS) % SPINNER.length] ?? "";
  const what = running.length === 0 ? text : running.map(({ title }) => harmlessLine(title)).join(", ");
  const done = plan?.items.filter((item) => item.status === "completed").length ?? 0;
  const progress = plan && plan.items.length > 0 ? `  plan ${done}/${plan.items.length}` : "";
  // Whole seconds: tenths would only flicker.
  const time = sinceMs < 1000 ? "" : `  ${durationInWords(Math.floor(sinceMs / 1000) * 1000).replace(".0", "")}`;
  const room = Math.max(10, width - 4 - time.length - progress.length);
  return `${paint("cyan", spinner)} ${clip(what, room)}${paint("dim", time + progress)}`;
}

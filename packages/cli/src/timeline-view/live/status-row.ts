/**
 * The row that says what is going on: a sign of life, what runs, since when, and how far the plan is.
 */

import type { Entry, ToolCallEntry } from "@tenon/timeline";

import { duration, t } from "../../messages/t.ts";
import { printableLine } from "../../terminal/printable.ts";
import type { Style } from "../../terminal/style.ts";
import { clip, textWidth } from "../../terminal/text-width.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const SPINNER_MS = 120;

export interface StatusRow {
  /** What happens while no tool runs; undefined: nothing does, and there is no row. */
  setText(text: string | undefined): void;
  /** Counts the time anew. */
  restart(): void;
  /** The row as it is now. */
  row(what: {
    readonly running: readonly ToolCallEntry[];
    readonly plan: Extract<Entry, { readonly type: "plan" }> | undefined;
  }): string | undefined;
}

export function createStatusRow(options: {
  readonly style: () => Style;
  readonly now: () => number;
  /** Called whenever the row looks different. */
  readonly onChange: () => void;
}): StatusRow {
  const { now, onChange } = options;
  let text: string | undefined;
  let since = now();
  let spinner: NodeJS.Timeout | undefined;
  return {
    setText(next) {
      if (text !== next) since = now();
      text = next;
      clearInterval(spinner);
      if (text !== undefined) spinner = setInterval(onChange, SPINNER_MS);
      onChange();
    },
    restart: () => void (since = now()),
    row({ running, plan }) {
      if (text === undefined) return undefined;
      const { paint, width = 80 } = options.style();
      const elapsed = now() - since;
      const sign = SPINNER[Math.floor(elapsed / SPINNER_MS) % SPINNER.length] ?? "";
      const what = running.length === 0 ? text : running.map(({ title }) => printableLine(title)).join(", ");
      const done = plan?.items.filter((item) => item.status === "completed").length ?? 0;
      const progress =
        plan && plan.items.length > 0 ? `  ${t("plan {done}/{all}", { done, all: plan.items.length })}` : "";
      // Whole seconds: tenths would only flicker.
      const time = elapsed < 1_000 ? "" : `  ${duration(Math.floor(elapsed / 1_000) * 1_000)}`;
      const columns = Math.max(10, width - 4 - textWidth(time) - textWidth(progress));
      return `${paint("cyan", sign)} ${clip(what, columns)}${paint("dim", time + progress)}`;
    },
  };
}

/**
 * A terminal of a tool call: its command, what it has written so far, and how it ended.
 */

import type { TerminalView } from "@tenon/timeline";
import { Suspense } from "react";

import { t } from "../language/t.ts";
import { Icon } from "../ui/icon.tsx";
import { visibleText } from "../ui/words/visible-text.ts";
import { later } from "../ui/later.ts";

const TerminalScreen = later(() => import("./terminal-screen.tsx"));

interface TerminalBlockProps {
  readonly terminal: TerminalView | undefined;
  /** The command of the call, which agents may wrap in a shell. */
  readonly meant?: string | undefined;
}

export function TerminalBlock({ terminal, meant = "" }: TerminalBlockProps) {
  if (!terminal) return <p className="text-xs text-muted">{t("No output of this terminal was recorded.")}</p>;
  const { command, args = [], output, truncated } = terminal;
  const whole = [command, ...args].join(" ");
  return (
    <figure aria-label={t("Terminal")} className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex min-h-8 items-center gap-2 border-b border-line px-3 py-1 font-mono text-xs">
        <Icon name="terminal" className="size-3.5 text-muted" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]" title={whole}>
          {visibleText(meant !== "" && whole.endsWith(meant) ? meant : whole)}
        </span>
        <End terminal={terminal} />
      </figcaption>
      {truncated && <p className="px-3 pt-1.5 text-xs text-muted">{t("The beginning was truncated.")}</p>}
      {output !== "" && (
        <Suspense fallback={<p className="px-3 py-2 text-xs text-muted">…</p>}>
          <TerminalScreen output={output} />
        </Suspense>
      )}
    </figure>
  );
}

function End({ terminal: { exit, isReleased } }: { readonly terminal: TerminalView }) {
  if (!exit) {
    if (isReleased) return <span className="shrink-0 text-muted">{t("ended")}</span>;
    return (
      <span className="inline-flex shrink-0 items-center gap-1.5 text-muted">
        <span className="size-1.5 animate-breathe rounded-full bg-accent" />
        {t("running")}
      </span>
    );
  }
  const { exitCode, signal } = exit;
  if (exitCode === 0) return <span className="shrink-0 text-ok">{t("exit {code}", { code: "0" })}</span>;
  return <span className="shrink-0 text-bad">{signal ?? t("exit {code}", { code: String(exitCode ?? "?") })}</span>;
}

/**
 * A thought of the agent, folded into one line.
 */

import type { MessageEntry } from "@tenon/timeline";

import { duration, t } from "../../language/t.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { useUnfolded } from "../../open-session/unfolded-rows.ts";

export function Thought({ entry }: { readonly entry: MessageEntry }) {
  const [isUnfolded, setUnfolded] = useUnfolded(entry.key);
  const text = entry.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  const ms = (entry.changedAt ?? 0) - (entry.at ?? 0);
  const title = entry.isOpen ? t("Thinking") : thoughtFor(ms);
  return (
    <div className="text-sm text-muted">
      <Disclosure
        isOpen={isUnfolded}
        onToggle={() => setUnfolded(!isUnfolded)}
        className="w-full gap-2 py-0.5 text-left"
      >
        <span className={`shrink-0 font-medium ${entry.isOpen ? "animate-breathe" : ""}`}>{title}</span>
        {!isUnfolded && <span className="truncate text-faint">{summaryOf(text)}</span>}
      </Disclosure>
      {isUnfolded && (
        <div className="mt-1.5 ml-1.5 border-l border-line pl-4 [&_.prose]:text-sm">
          <Markdown text={text} isOpen={entry.isOpen} />
        </div>
      )}
    </div>
  );
}

function thoughtFor(ms: number): string {
  return ms >= 1_000 ? t("Thought for {duration}", { duration: duration(ms) }) : t("Thought");
}

const MAX_SUMMARY_LENGTH = 160;

/** The last heading, or else the first line. */
function summaryOf(text: string): string {
  const heading = [...text.matchAll(/^(?:\*\*(.+?)\*\*|#+ (.+))$/gmu)].at(-1);
  const line = heading?.[1] ?? heading?.[2] ?? text.split("\n").find((part) => part.trim() !== "") ?? "";
  return line.replaceAll(/[*`#]/gu, "").trim().slice(0, MAX_SUMMARY_LENGTH);
}

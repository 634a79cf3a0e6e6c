import type { Entry, NoticeEntry, TurnEndEntry } from "@tenon/timeline";
import { memo, type ReactNode } from "react";

import { agentWords } from "../../language/agent-words.ts";
import { phrase, t } from "../../language/t.ts";
import { ToolCallCard } from "../../tool-call/tool-call-card.tsx";
import { AgentMessageText } from "./agent-message-text.tsx";
import { CompactionLine } from "./compaction-line.tsx";
import { ElicitationLine } from "./elicitation-line.tsx";
import { PlanList } from "./plan-list.tsx";
import { ReceiptsLine } from "./receipts-line.tsx";
import { Thought } from "./thought.tsx";
import { UserMessage } from "./user-message.tsx";
import { FailedTurn } from "./failed-turn.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TextWithCode } from "../../ui/words/text-with-code.tsx";

export const EntryView = memo(function EntryView({ entry }: { readonly entry: Entry }) {
  switch (entry.type) {
    case "user-message":
      return <UserMessage entry={entry} />;
    case "agent-message":
      return <AgentMessageText content={entry.content} isOpen={entry.isOpen} />;
    case "thought":
      return <Thought entry={entry} />;
    case "tool-call":
      return <ToolCallCard entry={entry} />;
    case "elicitation":
      return <ElicitationLine entry={entry} />;
    case "plan":
      return <PlanList items={entry.items} />;
    case "notice":
      return <Notice entry={entry} />;
    case "compaction":
      return <CompactionLine entry={entry} />;
    case "mode":
      return <QuietLine>{t("Mode: {mode}", { mode: entry.modeId })}</QuietLine>;
    case "options":
      return (
        <QuietLine>
          {entry.changed
            .map((option) => t("{name}: {value}", { name: agentWords(option.name), value: valueOf(option) }))
            .join(" · ")}
        </QuietLine>
      );
    case "receipt":
      return <ReceiptsLine receipts={[entry]} />;
    case "turn-end":
      return <TurnEnd entry={entry} />;
    case "unknown":
      return <UnknownLine name={entry.name} update={entry.update} />;
    case "usage":
      return null;
  }
});

type ChangedOption = Extract<Entry, { readonly type: "options" }>["changed"][number];

function valueOf(option: ChangedOption): string {
  if (option.type === "boolean") return option.currentValue ? t("on") : t("off");
  const choices = Array.isArray(option.options) ? option.options : [];
  const all = choices.flatMap((choice) => ("options" in choice ? choice.options : [choice]));
  return agentWords(all.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue);
}

/** An update of an unknown kind, with its JSON. */
function UnknownLine({ name, update }: { readonly name: string; readonly update: unknown }) {
  return (
    <details className="text-xs text-muted">
      <summary className="rounded">
        {t("Unknown update")} <code className="font-mono">{name}</code>
      </summary>
      <pre className="mt-1.5 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono" tabIndex={0}>
        {JSON.stringify(update, undefined, 2)}
      </pre>
    </details>
  );
}

const LOOKS = {
  error: "bg-bad-soft text-bad",
  warning: "bg-warn-soft text-warn",
  info: "bg-sunken text-muted",
} as const;

function Notice({ entry }: { readonly entry: NoticeEntry }) {
  const look = entry.severity === "error" || entry.severity === "warning" ? entry.severity : "info";
  return (
    <div className={`flex gap-2.5 rounded-lg px-3 py-2 ${LOOKS[look]}`}>
      <Icon name={look === "info" ? "info" : "warning"} className="mt-0.5" />
      <div className="min-w-0">
        <p dir="auto" className="font-medium">
          <TextWithCode text={entry.title} />
        </p>
        {entry.description !== undefined && (
          <p dir="auto" className="mt-0.5 text-sm whitespace-pre-wrap text-text [overflow-wrap:anywhere]">
            <TextWithCode text={entry.description} />
          </p>
        )}
      </div>
    </div>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  end_turn: phrase("The agent ended its turn without an answer"),
  cancelled: phrase("Cancelled"),
  max_tokens: phrase("Stopped: the answer reached the model's limit"),
  max_turn_requests: phrase("Stopped: the turn reached its limit of steps"),
  refusal: phrase("The model refused to continue"),
};

/** How a turn ended, if not normally. */
function TurnEnd({ entry }: { readonly entry: TurnEndEntry }) {
  const { stopReason, error, isInterrupted = false, reason } = entry;
  if (error) return <FailedTurn entry={entry} title={error.message || t("The turn failed.")} />;
  if (isInterrupted || stopReason === undefined) {
    return <FailedTurn entry={entry} title={t("Interrupted: the agent exited")} reason={reason} />;
  }
  return (
    <QuietLine>
      {Object.hasOwn(WORDS, stopReason) ? t(WORDS[stopReason] ?? "") : t("Stopped: {reason}", { reason: stopReason })}
    </QuietLine>
  );
}

/** A small grey line for minor events. */
function QuietLine({ children }: { readonly children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">{children}</p>;
}

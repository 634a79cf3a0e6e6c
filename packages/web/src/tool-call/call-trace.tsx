/**
 * Why a call was allowed or not, who answered, and a link to its messages.
 */

import type { PermissionView, ToolCallEntry } from "@tenon/timeline";
import { useState } from "react";

import { agentWords } from "../language/agent-words.ts";
import { phrase, t } from "../language/t.ts";
import { setPanel, useShell } from "../shell/shell-state.ts";
import { Icon } from "../ui/icon.tsx";
import { visibleText } from "../ui/words/visible-text.ts";

export function CallTrace({ entry }: { readonly entry: ToolCallEntry }) {
  const shell = useShell();
  const { decision, permission, name, toolCallId, closedBy } = entry;
  const showMessages = () => {
    shell.setState({ panelView: "Wire", wireSearch: toolCallId });
    setPanel(shell, () => true);
  };
  return (
    <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-xs text-muted [&_dt]:sr-only">
      {decision && (
        <div className="flex items-baseline gap-1.5">
          <dt>{t("Policy")}</dt>
          <dd>
            <Icon name="shield" className="mr-1.5 inline size-3.5 align-[-2px]" />
            <span className={DECISIONS[decision.effect].look}>{t(DECISIONS[decision.effect].word)}</span>
            <DecisionReason effect={decision.effect} reason={decision.reason} />
          </dd>
        </div>
      )}
      {permission && permission.state !== "waiting" && (
        <div>
          <dt>{t("Permission")}</dt>
          <dd>{describeAnswer(permission)}</dd>
        </div>
      )}
      {closedBy && (
        <div>
          <dt>{t("End")}</dt>
          <dd>{t(ENDS[closedBy])}</dd>
        </div>
      )}
      {name !== undefined && (
        <div>
          <dt>{t("Tool")}</dt>
          <dd className="font-mono [overflow-wrap:anywhere]">{visibleText(name)}</dd>
        </div>
      )}
      <div className="ml-auto">
        <dt>{t("Messages")}</dt>
        <dd>
          <button
            type="button"
            onClick={showMessages}
            className="rounded hover:text-text hover:underline pointer-coarse:min-h-10 pointer-coarse:px-2"
          >
            {t("Messages")}
          </button>
        </dd>
      </div>
    </dl>
  );
}

interface DecisionReasonProps {
  readonly effect: keyof typeof DECISIONS;
  readonly reason: string;
}

/** Beside a question it is one more thing to read, so there it is shown when it is wanted. */
function DecisionReason({ effect, reason }: DecisionReasonProps) {
  const [isShown, setShown] = useState(false);
  if (reason === "") return null;
  if (effect !== "ask") return `: ${visibleText(agentWords(reason))}`;
  return (
    <>
      <button
        type="button"
        aria-label={t("Why")}
        title={t("Why")}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        className="ml-1 rounded p-0.5 align-[-3px] hover:bg-hover hover:text-text pointer-coarse:p-3"
      >
        <Icon name="info" className="size-3.5" />
      </button>
      {isShown && <span className="ml-1 [overflow-wrap:anywhere]">{visibleText(agentWords(reason))}</span>}
    </>
  );
}

const DECISIONS = {
  allow: { word: phrase("Allowed by policy"), look: "text-ok" },
  ask: { word: phrase("Policy requires approval"), look: "text-warn" },
  deny: { word: phrase("Denied by policy"), look: "text-bad" },
} as const;

const ENDS = {
  "turn-end": phrase("The turn ended first"),
  cancel: phrase("Cancelled"),
  interruption: phrase("The agent exited while it ran"),
} as const;

function describeAnswer({ state, optionId, options, answeredBy }: PermissionView): string {
  const name = answeredBy === undefined ? "" : visibleText(answeredBy);
  const by = name === "" ? "" : ` · ${name}`;
  if (state === "cancelled") return `${t("The question was cancelled")}${by}`;
  if (state !== "selected") return `${t("The question got no answer")}${by}`;
  const chosen = options.find((option) => option.optionId === optionId);
  const answer = visibleText(agentWords(chosen?.name ?? optionId ?? ""));
  return name === "" ? t("Answered: {answer}", { answer }) : t("Answered by {name}: {answer}", { name, answer });
}

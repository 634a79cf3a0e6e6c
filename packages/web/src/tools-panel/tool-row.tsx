import { agentWords } from "../language/agent-words.ts";
import { t } from "../language/t.ts";
import { compactNumber } from "../ui/words/compact-number.ts";
import { useState } from "react";

import { useOpenSession } from "../open-session/session-context.ts";
import { useRights } from "../people/use-rights.ts";
import { Problem } from "../ui/problem.tsx";
import { visibleText } from "../ui/words/visible-text.ts";
import { IncludeSelect } from "./include-select.tsx";
import { useCan } from "./tools-can.ts";
import { TryTool } from "./try-tool.tsx";
import type { ToolView } from "./use-tools.ts";
import { useAction } from "../ui/hooks/use-action.ts";

interface ToolRowProps {
  readonly tool: ToolView;
  /** In a list of several servers. */
  readonly isServerShown?: boolean;
}

/** A tool: what it does and costs, why it is not offered to the model, its include mode, and a try. */
export function ToolRow({ tool: view, isServerShown }: ToolRowProps) {
  const { server, tool, title, description, isOffered, reason, tokens } = view;
  const rights = useRights(useOpenSession().id);
  const action = useAction();
  const [isTrying, setTrying] = useState(false);
  const canTry = useCan("_tenon/tools/call");
  return (
    <li className="text-sm">
      <div className="flex items-center gap-2">
        <span
          aria-hidden="true"
          title={isOffered === true ? t("Offered to the model") : t("Not offered")}
          className={`tells size-1.5 shrink-0 rounded-full ${isOffered === true ? "bg-ok" : "border border-line-strong"}`}
        />
        <span className="min-w-0 flex-1 truncate" title={`${server}/${tool}`}>
          {visibleText(title)}
          {isServerShown && <span className="text-xs text-muted"> {visibleText(server)}</span>}
        </span>
        {tokens !== undefined && (
          <span className="shrink-0 text-xs text-faint tabular-nums" title={t("Tokens of context")}>
            {compactNumber(tokens)}
          </span>
        )}
        {canTry && rights.own && (
          <button
            type="button"
            aria-expanded={isTrying}
            onClick={() => setTrying(!isTrying)}
            className="shrink-0 rounded px-1 text-xs text-accent hover:underline"
          >
            {t("Try")}
          </button>
        )}
        {rights.configure && <IncludeSelect server={server} tool={tool} action={action} />}
      </div>
      <p className="line-clamp-2 pl-3.5 text-xs text-muted">{visibleText(description)}</p>
      {reason !== undefined && isOffered !== true && (
        <p className="pl-3.5 text-xs text-muted">{`${t("Not offered")}: ${visibleText(agentWords(reason))}`}</p>
      )}
      {reason !== undefined && isOffered === true && isServerShown === true && (
        <p className="pl-3.5 text-xs text-ok">{`${t("Offered")}: ${visibleText(agentWords(reason))}`}</p>
      )}
      {isTrying && <TryTool tool={view} />}
      <Problem text={action.error} />
    </li>
  );
}

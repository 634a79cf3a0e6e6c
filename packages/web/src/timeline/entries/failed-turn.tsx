/**
 * A turn that failed: why, the agent's last words, and its prompt once more on a click.
 */

import type { TurnEndEntry } from "@tenon/timeline";

import { t } from "../../language/t.ts";
import { promptBefore } from "../../open-session/prompts-of.ts";
import { useOpenSession, useSession } from "../../open-session/session-context.ts";
import { usePage } from "../../page/page-context.ts";
import { useRights } from "../../people/use-rights.ts";
import { Button } from "../../ui/button.tsx";
import { focusComposer } from "../../ui/keys/focus-composer.ts";
import { Icon } from "../../ui/icon.tsx";
import { visibleText } from "../../ui/words/visible-text.ts";

interface FailedTurnProps {
  readonly entry: TurnEndEntry;
  readonly title: string;
  readonly reason?: string | undefined;
}

export function FailedTurn({ entry, title, reason }: FailedTurnProps) {
  const page = usePage();
  const { id, store, isReplay = false } = useOpenSession();
  // Only the last turn: an earlier one has been followed by others.
  const isLast = useSession(({ row, entry: entryAt, rowCount }) => entryAt(row(rowCount - 1)?.first) === entry);
  const isTurnOpen = useSession(({ timeline }) => timeline.isTurnOpen);
  const { prompt: canPrompt } = useRights(id);
  const retry = () => {
    const prompt = promptBefore(store.getState(), entry.key);
    if (prompt) page.prompts.add(id, prompt.content);
    focusComposer();
  };
  return (
    <div className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      <div className="flex items-start gap-2.5">
        <Icon name="warning" className="mt-0.5" />
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{visibleText(title)}</p>
        {isLast && !isTurnOpen && !isReplay && canPrompt && (
          <Button onClick={retry} className="-my-1">
            <Icon name="refresh" className="-ml-1 size-3.5" />
            {t("Retry")}
          </Button>
        )}
      </div>
      {reason !== undefined && (
        <pre
          tabIndex={0}
          aria-label={t("Why")}
          className="mt-1.5 ml-6.5 max-h-48 overflow-auto font-mono text-xs whitespace-pre-wrap text-text [overflow-wrap:anywhere]"
        >
          {visibleText(reason)}
        </pre>
      )}
    </div>
  );
}

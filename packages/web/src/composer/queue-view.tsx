/**
 * Prompts that are not in the session yet: queued by any page, being sent, or not delivered.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { ReactNode } from "react";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import type { QueuedPrompt } from "../page/prompt-queue.ts";
import { useSession } from "../open-session/session-context.ts";
import { IconButton } from "../ui/button.tsx";
import type { WaitingPrompt } from "../wire/session-view.ts";
import { focusComposer } from "../ui/keys/focus-composer.ts";
import { entryOf } from "../wire/with-entry.ts";

interface QueueViewProps {
  readonly sessionId: string;
  /** Takes a prompt back into the composer. */
  readonly onEdit: (content: readonly ContentBlock[]) => void;
}

const WORDS = {
  queued: phrase("Queued"),
  sending: phrase("Sending"),
  unsure: phrase("Checking"),
  failed: phrase("Not sent"),
  stopped: phrase("Stopped"),
} as const;
const NO_PROMPTS: readonly QueuedPrompt[] = [];
const NONE_WAIT: readonly WaitingPrompt[] = [];

export function QueueView({ sessionId, onEdit }: QueueViewProps) {
  const page = usePage();
  const waiting = useSession(({ view }) => view?.waiting ?? NONE_WAIT);
  const own = useStore(page.prompts.store, ({ bySession }) => entryOf(bySession, sessionId) ?? NO_PROMPTS);
  const prompts = own.filter(({ id }) => !waiting.some((other) => other.id === id));
  if (waiting.length + prompts.length === 0) return null;
  // Too late: it is in the session by then.
  const takeBack = (id: string) => page.takeBack(sessionId, id).catch(() => undefined);
  return (
    <ul aria-label={t("Queue")} className="mb-2 max-h-[30dvh] space-y-1 overflow-y-auto" onClick={focusComposer}>
      {waiting.map(({ id, text, by }) => (
        <QueueItem key={id} word={t("Queued")} text={text} title={t("Sent by {name}", { name: by })}>
          <IconButton
            icon="rename"
            label={t("Edit")}
            onClick={() => void takeBack(id).then((content) => content && onEdit(content))}
            className="-mr-2"
          />
          <IconButton icon="close" label={t("Remove")} onClick={() => void takeBack(id)} />
        </QueueItem>
      ))}
      {prompts.map(({ id, content, phase, error }) => (
        <QueueItem
          key={id}
          word={t(WORDS[phase])}
          text={plainText(content)}
          error={error === undefined ? undefined : t(error)}
          isFailure={phase === "failed"}
        >
          {(phase === "failed" || phase === "stopped") && (
            <IconButton icon="send" label={t("Send again")} onClick={() => page.prompts.retry(sessionId, id)} />
          )}
          {phase !== "sending" && (
            <>
              <IconButton
                icon="rename"
                label={t("Edit")}
                onClick={() => {
                  page.prompts.remove(sessionId, id);
                  onEdit(content);
                }}
                className="-mr-2"
              />
              <IconButton icon="close" label={t("Remove")} onClick={() => page.prompts.remove(sessionId, id)} />
            </>
          )}
        </QueueItem>
      ))}
    </ul>
  );
}

interface QueueItemProps {
  readonly word: string;
  readonly text: string;
  readonly title?: string;
  readonly error?: string | undefined;
  /** The person did not want it so. */
  readonly isFailure?: boolean;
  readonly children: ReactNode;
}

function QueueItem({ word, text, title, error, isFailure = false, children }: QueueItemProps) {
  return (
    <li className="flex min-h-9 items-center gap-3 rounded-lg border border-dashed border-line-strong py-0.5 pr-1 pl-3 text-sm">
      <span className={`shrink-0 text-xs ${isFailure ? "text-bad" : "text-muted"}`}>{word}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate" title={error ?? title}>
        {text}
        {error !== undefined && <span className={`ml-2 ${isFailure ? "text-bad" : "text-muted"}`}>{error}</span>}
      </span>
      {children}
    </li>
  );
}

export function plainText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join(" ");
}

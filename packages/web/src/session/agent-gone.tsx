/**
 * Why the session cannot be continued, and how to go on: once more, or in a new session that is given the record.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { AgentSignIn } from "../new-session/agent-sign-in.tsx";
import { MAX_TRANSCRIPT, transcriptOf } from "../open-session/prompts-of.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { entryOf } from "../wire/with-entry.ts";

export default function AgentGone({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const attachment = useStore(page.attachments.store, ({ bySession }) => entryOf(bySession, sessionId));
  const { isRunning, error, run } = useAction();
  const goOn = useGoOn(sessionId);
  if (attachment?.phase !== "failed") return null;
  // A new failure is shown here again.
  const again = (options?: { readonly freshAgent: boolean }) => void page.attach(sessionId, options).catch(() => {});
  if (attachment.signIn) {
    return (
      <div className="px-4 pb-2 sm:px-6">
        <div className="mx-auto max-w-3xl">
          <AgentSignIn
            needed={attachment.signIn}
            onSignedIn={again}
            onRetry={() => again({ freshAgent: true })}
            isRetrying={false}
          />
        </div>
      </div>
    );
  }
  return (
    <div className="px-4 pb-2 sm:px-6">
      <div role="alert" className="mx-auto max-w-3xl rounded-xl bg-bad-soft px-4 py-2.5 text-sm text-bad">
        <p className="font-medium">{t("This session cannot be continued.")}</p>
        <p className="mt-0.5 max-h-40 overflow-y-auto whitespace-pre-wrap text-text [overflow-wrap:anywhere]">
          {visibleText(attachment.error ?? "")}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => again()}>{t("Try again")}</Button>
          <Button disabled={isRunning} onClick={() => run(goOn)}>
            {t("Continue in a new session")}
          </Button>
        </div>
        <Problem text={error} className="mt-1.5 text-xs" />
      </div>
    </div>
  );
}

/** A new session with the same agent, folder and servers; the record and what was not sent wait in its composer. */
function useGoOn(sessionId: string): () => Promise<void> {
  const page = usePage();
  const shell = useShell();
  const { store, loadEarlier } = useOpenSession();
  const [, navigate] = useLocation();
  return async () => {
    const session = entryOf(page.sessions.store.getState().byId, sessionId) ?? store.getState().view;
    const { agent = "", cwd = "" } = session ?? {};
    // The record is as much as an agent is given, also where less has been read.
    const isShort = () => store.getState().start > 1 && transcriptOf(store.getState()).length < MAX_TRANSCRIPT;
    if (loadEarlier) while (isShort()) await loadEarlier();
    const id = await page.create({ agent, cwd, mcpServers: page.servers.of(sessionId) });
    const unsent = entryOf(page.prompts.store.getState().bySession, sessionId) ?? [];
    const draft = sessionStorage.getItem(`tenon.draft.${sessionId}`) ?? "";
    const words: readonly ContentBlock[] = draft === "" ? [] : [{ type: "text", text: draft }];
    shell.setState({
      staged: {
        sessionId: id,
        content: [record(store.getState()), ...unsent.flatMap(({ content }) => content), ...words],
      },
    });
    navigate(sessionPath(id));
  };
}

function record(session: Parameters<typeof transcriptOf>[0]): ContentBlock {
  const text = `The conversation so far, from another session:\n\n${transcriptOf(session)}`;
  return { type: "resource", resource: { uri: "attachment:///earlier-session.md", mimeType: "text/markdown", text } };
}

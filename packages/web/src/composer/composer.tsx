/**
 * Where prompts are written. Enter sends; while a turn runs, what is sent waits in the queue.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from "react";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { useRights } from "../people/use-rights.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { focusComposer } from "../ui/keys/focus-composer.ts";
import { Problem } from "../ui/problem.tsx";
import { entryOf } from "../wire/with-entry.ts";
import { AttachButton, AttachmentChips } from "./attachment-chips.tsx";
import type { Mention } from "./mentions.ts";
import { OptionSelects } from "./option-selects.tsx";
import { PromptArea } from "./prompt-area.tsx";
import { plainText, QueueView } from "./queue-view.tsx";
import { Suggestions } from "./suggestions.tsx";
import { SendButton } from "./send-button.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useDocumentEvent } from "../ui/hooks/use-document-event.ts";

export function Composer({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const isGone = useStore(page.attachments.store, ({ bySession }) => entryOf(bySession, sessionId)?.phase === "failed");
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const area = useRef<HTMLTextAreaElement>(null);
  const prompt = usePrompt(sessionId);
  const addFiles = (files: readonly File[]) => void prompt.add(files);
  const isDropping = useDrop(addFiles);
  useFocusWhenStarted(sessionId);
  useStaged(sessionId, prompt.edit);
  // Without a connection too: it waits in the queue until there is one.
  const canSend = !isGone && !prompt.isEmpty;

  const send = () => {
    if (canSend) prompt.send();
  };
  const edit = (content: readonly ContentBlock[]) => {
    prompt.edit(content);
    area.current?.focus();
  };
  const suggest = (text: string) => {
    page.prompts.add(sessionId, [{ type: "text", text }]);
    focusComposer();
  };
  return (
    <div className="shrink-0 px-4 sm:px-6">
      <div className="mx-auto max-w-3xl">
        <QueueView sessionId={sessionId} onEdit={edit} />
        {!isGone && !isTurnOpen && prompt.isEmpty && <Suggestions onChoose={suggest} />}
        <div
          className={`relative rounded-xl border bg-surface transition-colors focus-within:border-accent ${isDropping ? "border-dashed border-accent" : "border-line-strong"}`}
        >
          <AttachmentChips attachments={prompt.attachments} onRemove={prompt.remove} />
          <PromptArea
            sessionId={sessionId}
            area={area}
            text={prompt.text}
            placeholder={placeholderOf(isGone, isDropping)}
            isDisabled={isGone}
            onText={prompt.setText}
            onFiles={addFiles}
            onMention={prompt.mention}
            onSend={send}
          />
          <ComposerFoot sessionId={sessionId} isGone={isGone} canSend={canSend} onFiles={addFiles} onSend={send} />
        </div>
        <Problem text={prompt.refusal} className="mt-1.5 text-xs" />
      </div>
    </div>
  );
}

interface ComposerFootProps {
  readonly sessionId: string;
  readonly isGone: boolean;
  readonly canSend: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: () => void;
}

function ComposerFoot({ sessionId, isGone, canSend, onFiles, onSend }: ComposerFootProps) {
  const page = usePage();
  const isOnline = useStore(page.connection, ({ phase }) => phase === "online");
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const { configure: canConfigure } = useRights(sessionId);
  const thenFocus = (act: () => void) => () => {
    act();
    focusComposer();
  };
  return (
    <div className="flex items-center gap-1 px-2 pb-2">
      <AttachButton onFiles={onFiles} isDisabled={isGone} />
      <OptionSelects sessionId={sessionId} isDisabled={!isOnline || isGone || !canConfigure} />
      <SendButton
        isRunning={isTurnOpen}
        canSend={canSend}
        isOnline={isOnline}
        onSend={thenFocus(onSend)}
        onStop={thenFocus(() => page.cancel(sessionId))}
      />
    </div>
  );
}

function placeholderOf(isGone: boolean, isDropping: boolean): string {
  if (isGone) return t("The agent is not running");
  return isDropping ? t("Drop to attach") : t("Message the agent, / for commands, @ for files");
}

/** Once, when the session was just started here. */
function useFocusWhenStarted(sessionId: string): void {
  const shell = useShell();
  useEffect(() => {
    if (shell.getState().started !== sessionId) return;
    shell.setState({ started: undefined });
    focusComposer();
  }, [shell, sessionId]);
}

/** Takes in what was staged for this session, once. */
function useStaged(sessionId: string, onContent: (content: readonly ContentBlock[]) => void): void {
  const shell = useShell();
  const staged = useShellState((state) => state.staged);
  const take = useEffectEvent(onContent);
  useEffect(() => {
    if (staged?.sessionId !== sessionId) return;
    shell.setState({ staged: undefined });
    take(staged.content);
    focusComposer();
  }, [shell, staged, sessionId]);
}

/** What is being written in a session, and not sent yet. */
function usePrompt(sessionId: string) {
  const { prompts } = usePage();
  const [text, setText] = useDraft(sessionId);
  const { attachments, refusal, add, put, restore, remove, clear } = useAttachments();
  const send = () => {
    const words: ContentBlock[] = text.trim() === "" ? [] : [{ type: "text", text: text.trim() }];
    prompts.add(sessionId, [...words, ...attachments.map(({ block }) => block)]);
    setText("");
    clear();
  };
  const edit = (content: readonly ContentBlock[]) => {
    // What is being written stays, after what was written before it.
    const words = plainText(content.filter(({ type }) => type === "text"));
    setText((draft) => [words, draft].filter((part) => part.trim() !== "").join("\n\n"));
    restore(content.filter(({ type }) => type !== "text"));
  };
  const mention = ({ name, uri }: Mention) => put(name, { type: "resource_link", name, uri });
  const isEmpty = text.trim() === "" && attachments.length === 0;
  return { text, setText, attachments, refusal, add, mention, remove, isEmpty, send, edit };
}

/** Unsent text of a session, kept over reloads and session changes. */
function useDraft(sessionId: string): readonly [string, Dispatch<SetStateAction<string>>] {
  const key = `tenon.draft.${sessionId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  useEffect(() => {
    try {
      if (text === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Storage is full: the draft is only on the screen.
    }
  }, [key, text]);
  return [text, setText];
}

/** Takes files dropped anywhere on the page; true while files are dragged over it. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  useDocumentEvent("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Without this the browser leaves the page and opens the file.
    event.preventDefault();
    setDropping(true);
  });
  useDocumentEvent("dragleave", (event) => event.relatedTarget === null && setDropping(false));
  useDocumentEvent("drop", (event) => {
    setDropping(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  return isDropping;
}

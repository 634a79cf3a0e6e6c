/**
 * Where prompts are written. Enter sends; while a turn runs, what is sent waits in the queue.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { useShell } from "../shell/shell-state.ts";
import { useSession } from "../open-session/session-context.ts";
import { IconButton } from "../ui/button.tsx";
import { AttachmentChips } from "./attachment-chips.tsx";
import { CommandMenu } from "./command-menu.tsx";
import { useDraft } from "./draft.ts";
import { focusComposer } from "../ui/focus-composer.ts";
import { OptionSelects } from "./option-selects.tsx";
import { plainText, QueueView } from "./queue-view.tsx";
import { SendButton } from "./send-button.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useCommandCompletion } from "./use-command-completion.ts";
import { useDrop } from "./use-drop.ts";
import { entryOf } from "../wire/with-entry.ts";

const TALLEST_PX = 320;

export function Composer({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const shell = useShell();
  const isOnline = useStore(page.connection, ({ phase }) => phase === "online");
  const attachment = useStore(page.attachments.store, ({ bySession }) => entryOf(bySession, sessionId));
  const { commands, isTurnOpen } = useSession((state) => state.timeline);
  const [text, setText] = useDraft(sessionId);
  const { attachments, refusal, add, restore, remove, clear } = useAttachments();
  const completion = useCommandCompletion({ text, setText, commands });
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isDropping = useDrop((files) => void add(files));
  const isGone = attachment?.phase === "failed";
  // Without a connection too: it waits in the queue until there is one.
  const canSend = !isGone && (text.trim() !== "" || attachments.length > 0);

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(TALLEST_PX, element.scrollHeight)}px`;
  }, [text]);

  useEffect(() => {
    if (shell.getState().started !== sessionId) return;
    shell.setState({ started: undefined });
    focusComposer();
  }, [shell, sessionId]);

  const send = () => {
    if (!canSend) return;
    const words: ContentBlock[] = text.trim() === "" ? [] : [{ type: "text", text: text.trim() }];
    page.prompts.add(sessionId, [...words, ...attachments.map(({ block }) => block)]);
    setText("");
    clear();
  };
  const edit = (content: readonly ContentBlock[]) => {
    // What is being written stays, after what was written before it.
    const words = plainText(content.filter(({ type }) => type === "text"));
    setText((draft) => [words, draft].filter((part) => part.trim() !== "").join("\n\n"));
    restore(content.filter(({ type }) => type !== "text"));
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (completion.onKey(event)) return event.preventDefault();
    if (event.key === "Escape") return event.currentTarget.blur();
    // On a phone there is no Shift to hold: Enter is a new line there, and the button sends.
    const isPhone = matchMedia("(pointer: coarse)").matches;
    if (event.key !== "Enter" || event.shiftKey || event.altKey || (isPhone && !event.ctrlKey && !event.metaKey))
      return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  };

  return (
    <div className="shrink-0 px-4 sm:px-6">
      <div className="mx-auto max-w-3xl">
        <QueueView sessionId={sessionId} onEdit={edit} />
        <div
          className={`relative rounded-xl border bg-surface transition-colors focus-within:border-accent ${isDropping ? "border-dashed border-accent" : "border-line-strong"}`}
        >
          {completion.isShown && (
            <CommandMenu
              id={completion.menuId}
              commands={completion.matches}
              selected={completion.selected}
              onChoose={completion.choose}
            />
          )}
          <AttachmentChips attachments={attachments} onRemove={remove} />
          <textarea
            ref={area}
            id="composer"
            aria-label="Message"
            aria-autocomplete="list"
            aria-controls={completion.isShown ? completion.menuId : undefined}
            aria-activedescendant={completion.activeId}
            rows={1}
            value={text}
            disabled={isGone}
            placeholder={
              isGone ? "The agent is gone" : isDropping ? "Drop to attach" : "Message the agent, or / for commands"
            }
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="block w-full resize-none bg-transparent px-4 pt-3 pb-1 text-[15px] leading-relaxed placeholder:text-faint focus:outline-none disabled:opacity-60"
          />
          <div className="flex items-center gap-1 px-2 pb-2">
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={(event) => {
                void add([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
            <IconButton icon="attach" label="Attach files" onClick={() => picker.current?.click()} disabled={isGone} />
            <OptionSelects sessionId={sessionId} isDisabled={!isOnline || isGone} />
            <SendButton
              isRunning={isTurnOpen}
              canSend={canSend}
              isOnline={isOnline}
              onSend={() => {
                send();
                focusComposer();
              }}
              onStop={() => {
                page.cancel(sessionId);
                focusComposer();
              }}
            />
          </div>
        </div>
        {refusal !== undefined && (
          <p role="alert" className="mt-1.5 text-xs text-bad">
            {refusal}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * The field for a prompt: as tall as its text, with what completes it above: slash commands, files and resources.
 */

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

import { t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { CompletionMenu } from "./completion-menu.tsx";
import { matchCommands } from "./match-commands.ts";
import { type Mention, mentionAt, useMentions, withMention } from "./mentions.ts";
import { useRecall } from "./use-recall.ts";
import { useCompletion } from "./use-completion.ts";

interface PromptAreaProps {
  readonly sessionId: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** A file or resource was chosen. */
  readonly onMention: (mention: Mention) => void;
  readonly onSend: () => void;
}

const MAX_HEIGHT_PX = 320;

export function PromptArea(props: PromptAreaProps) {
  const { area, text, placeholder, isDisabled, onText, onFiles, onSend } = props;
  const commands = useCommands(text, onText);
  const mentions = useMentionCompletion(props);
  const completion = mentions.isShown ? mentions : commands;

  const recall = useRecall({ text, setText: onText });

  useGrowing(area, text);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (completion.onKey(event)) return event.preventDefault();
    if (recall.onKey(event)) return event.preventDefault();
    if (event.key === "Escape") return event.currentTarget.blur();
    if (!isSend(event)) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <>
      {completion.isShown && (
        <CompletionMenu
          id={completion.menuId}
          label={completion.label}
          items={completion.items}
          selected={completion.selected}
          onChoose={completion.take}
        />
      )}
      <textarea
        ref={area}
        id="composer"
        aria-label={t("Message")}
        aria-autocomplete="list"
        aria-controls={completion.isShown ? completion.menuId : undefined}
        aria-activedescendant={completion.activeId}
        rows={1}
        dir="auto"
        value={text}
        disabled={isDisabled}
        placeholder={placeholder}
        onChange={(event) => onText(event.target.value)}
        onSelect={(event) => mentions.setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="block w-full resize-none bg-transparent px-4 pt-3 pb-1 text-[15px] leading-relaxed placeholder:text-faint focus:outline-none disabled:opacity-60"
      />
    </>
  );
}

function useGrowing(area: PromptAreaProps["area"], text: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(MAX_HEIGHT_PX, element.scrollHeight)}px`;
  }, [area, text]);
}

function useCommands(text: string, onText: (text: string) => void) {
  const all = useSession((state) => state.timeline.commands);
  const matches = useMemo(() => matchCommands(text, all), [text, all]);
  const completion = useCompletion({
    items: matches,
    typed: text,
    choose: ({ name }) => onText(`/${name} `),
    isComplete: ({ name }) => text === `/${name}`,
  });
  const items = matches.map(({ name, description, input }) => ({
    key: name,
    title: `/${name}`,
    hint: input?.hint,
    detail: description,
  }));
  return { ...completion, label: t("Commands"), items };
}

function useMentionCompletion({ sessionId, area, text, onText, onMention }: PromptAreaProps) {
  const [caret, setCaret] = useState(0);
  const typed = mentionAt(text, caret);
  const found = useMentions(sessionId, typed);
  const caretAfter = useRef<number>(undefined);
  // With the new text, not a frame later: a letter typed in between would stand behind the caret.
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return;
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = undefined;
  }, [area, text]);
  const completion = useCompletion({
    items: found,
    typed: typed ?? "",
    choose(mention) {
      const written = withMention(text, caret, mention.name);
      onText(written.text);
      onMention(mention);
      setCaret(written.caret);
      caretAfter.current = written.caret;
    },
  });
  const items = found.map(({ name, uri, server }) => ({ key: uri, title: name, hint: server }));
  return { ...completion, label: t("Files and resources"), items, setCaret };
}

/** On a phone there is no Shift to hold: Enter is a new line there, and the button sends. */
function isSend({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return key === "Enter" && !shiftKey && !altKey && (!isPhone || ctrlKey || metaKey);
}

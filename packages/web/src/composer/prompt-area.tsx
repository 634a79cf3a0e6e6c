/**
 * The field for a prompt: as tall as its text, with the slash commands above it.
 */

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

import { t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { CommandMenu } from "./command-menu.tsx";
import { useRecall } from "./use-recall.ts";
import { useCommandCompletion } from "./use-command-completion.ts";

interface PromptAreaProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly placeholder: string;
  readonly isDisabled: boolean;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSend: () => void;
}

const MAX_HEIGHT_PX = 320;

export function PromptArea({ area, text, placeholder, isDisabled, onText, onFiles, onSend }: PromptAreaProps) {
  const commands = useSession((state) => state.timeline.commands);
  const completion = useCommandCompletion({ text, setText: onText, commands });

  const recall = useRecall({ text, setText: onText });

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(MAX_HEIGHT_PX, element.scrollHeight)}px`;
  }, [area, text]);

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
        <CommandMenu
          id={completion.menuId}
          commands={completion.matches}
          selected={completion.selected}
          onChoose={completion.choose}
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
        value={text}
        disabled={isDisabled}
        placeholder={placeholder}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="block w-full resize-none bg-transparent px-4 pt-3 pb-1 text-[15px] leading-relaxed placeholder:text-faint focus:outline-none disabled:opacity-60"
      />
    </>
  );
}

/** On a phone there is no Shift to hold: Enter is a new line there, and the button sends. */
function isSend({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  return key === "Enter" && !shiftKey && !altKey && (!isPhone || ctrlKey || metaKey);
}

/**
 * Answers a form by key: Alt+Enter goes to its first field, and sends it from there; Alt+N declines.
 *
 * The form does not take the focus: what is being typed when it appears was not meant for it.
 */

import type { RefObject } from "react";

import { useDocumentEvent } from "../ui/hooks/use-document-event.ts";

interface FormKeysOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Shortcuts act on this form, and it has been on the screen for a moment. */
  readonly isOn: boolean;
  readonly onDecline: () => void;
}

export function useFormKeys({ form, isOn, onDecline }: FormKeysOptions): void {
  const onKey = (event: KeyboardEvent) => {
    const element = form.current;
    if (!element || !event.altKey || event.repeat || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (document.querySelector("[role=dialog]")) return;
    if (event.code !== "KeyN" && event.code !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.code === "KeyN") onDecline();
    else if (element.contains(document.activeElement) || !firstField(element)) element.requestSubmit();
    else firstField(element)?.focus();
  };
  // Before the composer, which would send a prompt.
  useDocumentEvent("keydown", onKey, { capture: true, isOn });
}

function firstField(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>("input, select, textarea") ?? null;
}

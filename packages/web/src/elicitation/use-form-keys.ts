/**
 * Answers a form by key: Alt+Enter goes to its first field, and sends it from there; Alt+N declines.
 *
 * The form takes the focus unless something else is being written. Not on a phone, where it would bring up the keyboard.
 */

import { type RefObject, useEffect } from "react";

import { useDocumentEvent } from "../ui/use-document-event.ts";

interface FormKeysOptions {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Shortcuts act on this form, and it has been on the screen for a moment. */
  readonly isOn: boolean;
  readonly onDecline: () => void;
}

export function useFormKeys({ form, isOn, onDecline }: FormKeysOptions): void {
  useEffect(() => {
    if (!isWriting(document.activeElement) && !matchMedia("(pointer: coarse)").matches)
      firstField(form.current)?.focus();
  }, [form]);

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

/** An empty field is not being written in. */
function isWriting(element: Element | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return (isField && element.value !== "") || element?.closest("[role=dialog]") != null;
}

function firstField(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>("input, select, textarea") ?? null;
}

/**
 * The keys of a question: with Alt from everywhere, and bare while the focus is in its card. Enter and Space on one of its
 * buttons are bare keys too: they are part of every sentence.
 */

import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { isTyping } from "../ui/keys/is-typing.ts";
import { createLoneKeys, isPrintable } from "../ui/keys/lone-keys.ts";
import { useDocumentEvent } from "../ui/hooks/use-document-event.ts";

interface AnswerKeysOptions {
  /** An element in the question's card. */
  readonly element: RefObject<HTMLElement | null>;
  readonly isOn: boolean;
  /** The action of a key, by its code. */
  readonly actionFor: (code: string) => (() => void) | undefined;
}

/** True while bare keys count. */
export function useAnswerKeys({ element, isOn, actionFor }: AnswerKeysOptions): boolean {
  const [loneKeys] = useState(() => createLoneKeys());
  const [hasFocus, setHasFocus] = useState(false);

  const onKey = (event: KeyboardEvent) => {
    const act = isOn && !isMeantElsewhere(event) ? actionFor(event.code) : undefined;
    if (act && event.altKey) {
      event.preventDefault();
      loneKeys.cancel();
      return act();
    }
    const button = buttonAt(event, element.current);
    if (button) {
      event.preventDefault();
      const press = () => document.activeElement === button && button.click();
      return loneKeys.press(isMeantElsewhere(event) ? undefined : press);
    }
    if (!isPrintable(event)) return;
    const isOurs = act !== undefined && !isTyping(event.target);
    // While a question is open, `n` means no, not a new session.
    if (isOurs) event.preventDefault();
    const isHere = isOurs && isWithin(cardOf(element.current));
    // By then another question may be open, or this one answered elsewhere.
    loneKeys.press(isHere ? () => isStillOn() && act() : undefined);
  };
  const isStillOn = useEffectEvent(() => isOn && isWithin(cardOf(element.current)));

  const look = () => setHasFocus(isWithin(cardOf(element.current)));
  // Before the page's own keys.
  useDocumentEvent("keydown", onKey, { capture: true });
  // Some browsers press a button when Space is released, whatever became of the key.
  const onKeyUp = (event: KeyboardEvent) => {
    if (buttonAt(event, element.current)) event.preventDefault();
  };
  useDocumentEvent("keyup", onKeyUp, { capture: true });
  useDocumentEvent("focusin", look);
  // The new focus is known only after the event.
  useDocumentEvent("focusout", () => queueMicrotask(look));
  useEffect(() => {
    setHasFocus(isWithin(cardOf(element.current)));
    return () => loneKeys.cancel();
  }, [element, loneKeys]);
  return hasFocus;
}

function isMeantElsewhere({ repeat, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return repeat || ctrlKey || metaKey || shiftKey || isComposing || document.querySelector("[role=dialog]") !== null;
}

/** The answer that Enter or Space would press. */
function buttonAt({ key, target, altKey }: KeyboardEvent, card: HTMLElement | null): HTMLButtonElement | undefined {
  if (altKey || (key !== "Enter" && key !== " ") || !(target instanceof HTMLButtonElement)) return undefined;
  return card?.contains(target) === true ? target : undefined;
}

/** The timeline row with the question, or its section above the composer. */
function cardOf(element: HTMLElement | null): Element | null {
  return element?.closest("article") ?? element?.closest("section") ?? null;
}

function isWithin(card: Element | null): boolean {
  return card?.contains(document.activeElement) === true;
}

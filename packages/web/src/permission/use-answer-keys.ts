/**
 * The keys of a question: with Alt from everywhere, and bare while the focus is in its card.
 */

import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { isTyping } from "../ui/is-typing.ts";
import { createLoneKeys, isPrintable } from "../ui/lone-keys.ts";

interface AnswerKeysOptions {
  /** Something in the question's card. */
  readonly place: RefObject<HTMLElement | null>;
  readonly isOn: boolean;
  /** What a key means, by its code. */
  readonly actionFor: (code: string) => (() => void) | undefined;
}

/** True while bare keys count. */
export function useAnswerKeys({ place, isOn, actionFor }: AnswerKeysOptions): boolean {
  const [loneKeys] = useState(() => createLoneKeys());
  const [hasFocus, setHasFocus] = useState(false);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = isOn && !isMeantElsewhere(event) ? actionFor(event.code) : undefined;
    if (act && event.altKey) {
      event.preventDefault();
      loneKeys.cancel();
      return act();
    }
    if (!isPrintable(event)) return;
    const isOurs = act !== undefined && !isTyping(event.target);
    // While a question is open, `n` is a no, and not a new session.
    if (isOurs) event.preventDefault();
    const isHere = isOurs && isWithin(cardOf(place.current));
    // The question may be another one by then, or answered elsewhere.
    loneKeys.press(isHere ? () => isStillOn() && act() : undefined);
  });
  const isStillOn = useEffectEvent(() => isOn && isWithin(cardOf(place.current)));

  useEffect(() => {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const look = () => setHasFocus(isWithin(cardOf(place.current)));
    look();
    // Before the page's own keys.
    document.addEventListener("keydown", (event) => onKey(event), { signal, capture: true });
    document.addEventListener("focusin", look, { signal });
    // Where the focus goes is known when it has gone.
    document.addEventListener("focusout", () => queueMicrotask(look), { signal });
    return () => {
      lifetime.abort();
      loneKeys.cancel();
    };
  }, [place, loneKeys]);
  return hasFocus;
}

function isMeantElsewhere({ repeat, ctrlKey, metaKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  return repeat || ctrlKey || metaKey || shiftKey || isComposing || document.querySelector("[role=dialog]") !== null;
}

/** The row of the timeline that the question stands in, or what it is shown in above the composer. */
function cardOf(element: HTMLElement | null): Element | null {
  return element?.closest("article") ?? element?.closest("section") ?? null;
}

function isWithin(card: Element | null): boolean {
  return card?.contains(document.activeElement) === true;
}

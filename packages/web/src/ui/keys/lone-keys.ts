/**
 * Tells a single key press from a letter of a word.
 *
 * The law: a key acts only if no printable key was pressed for a while before it, and none is pressed for a while after it.
 * A sentence typed without a cursor anywhere must not answer a question with one of its letters.
 */

export interface LoneKeys {
  /** A printable key was pressed. `act` runs later, if the key stays alone. */
  press(act?: () => void): void;
  /** Calls off a pending `act`. */
  cancel(): void;
}

export interface KeyClock {
  now(): number;
  /** Runs `act` after a time; the result cancels it. */
  after(milliseconds: number, act: () => void): () => void;
}

export const QUIET_MS = 400;

const browserClock: KeyClock = {
  now: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

export function createLoneKeys(clock: KeyClock = browserClock): LoneKeys {
  let pressedAt = -Infinity;
  let cancel = () => {};
  return {
    press(act) {
      cancel();
      const isFirst = clock.now() - pressedAt >= QUIET_MS;
      pressedAt = clock.now();
      if (act && isFirst) cancel = clock.after(QUIET_MS, act);
    },
    cancel: () => cancel(),
  };
}

/** Whether the key would type a character. */
export function isPrintable({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

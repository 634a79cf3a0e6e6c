/**
 * Passes text on in few, larger parts: complete, in order, and soon enough for somebody who watches.
 */

export interface TextGathering {
  add(text: string): void;
  /** Passes on what is waiting, now. */
  flush(): void;
}

// Thirty times a second looks live.
const LONGEST_WAIT_MS = 33;
const MOST_CHARACTERS = 32 * 1024;

export function gatherText(deliver: (text: string) => void): TextGathering {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  return { add, flush };

  function add(text: string): void {
    if (text === "") return;
    waiting += text;
    if (waiting.length >= MOST_CHARACTERS) return flush();
    timer ??= setTimeout(flush, LONGEST_WAIT_MS);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = "";
    if (text !== "") deliver(text);
  }
}

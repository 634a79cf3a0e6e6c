/**
 * Passes text on in few, larger parts: complete, in order, and soon enough to look live.
 */

export interface TextGathering {
  add(text: string): void;
  /** Passes on what is waiting, now. */
  flush(): void;
}

// Thirty times a second looks live.
const MAX_WAIT_MS = 33;
const MAX_CHARACTERS = 32 * 1024;

export function gatherText(deliver: (text: string) => void): TextGathering {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  return { add, flush };

  function add(text: string): void {
    if (text === "") return;
    waiting += text;
    if (waiting.length >= MAX_CHARACTERS) return flush();
    timer ??= setTimeout(flush, MAX_WAIT_MS);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = "";
    if (text !== "") deliver(text);
  }
}

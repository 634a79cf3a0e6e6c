/**
 * Shows the progress of a call as it happens: the first word at once, then not more often than a person can read, and the
 * last word always.
 */

import type { CallProgress } from "../hub-types.ts";

export interface ProgressDisplay {
  add(progress: CallProgress): void;
  /** Shows what has not been shown yet. Afterwards nothing is shown any more: what comes next is the result. */
  end(): void;
}

const EVERY_MS = 100;

export function createProgressDisplay(options: {
  readonly show: (text: string) => void;
  readonly now?: () => number;
}): ProgressDisplay {
  const { show, now = () => performance.now() } = options;
  let waiting: CallProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastAt = -Infinity;
  let isOver = false;

  function showNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting) return;
    lastAt = now();
    show(formatProgress(waiting));
    waiting = undefined;
  }

  return {
    add(progress) {
      if (isOver) return;
      waiting = progress;
      const pause = lastAt + EVERY_MS - now();
      if (pause <= 0) showNow();
      else timer ??= setTimeout(showNow, pause);
    },
    end() {
      showNow();
      isOver = true;
    },
  };
}

function formatProgress({ progress, total, message }: CallProgress): string {
  const share = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return message === undefined || message === "" ? share : `${message} (${share})`;
}

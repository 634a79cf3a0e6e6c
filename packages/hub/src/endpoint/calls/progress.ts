/**
 * Progress of a call, as the agent gets it: only rising numbers, one message at a time, and only the latest where it is
 * slow to take them.
 */

import type { CallProgress } from "../../hub-types.ts";

export interface ProgressSender {
  /** What the server reports. */
  report(progress: CallProgress): void;
  /** A sign of life without news. */
  keepAlive(message: string): void;
  /** Nothing is sent from now on. */
  stop(): void;
}

// Small beside any step that a server counts.
const SIGN_OF_LIFE = 0.001;

/** `send` may reject: a connection that is gone needs no progress [W4]. */
export function createProgressSender(send: (progress: CallProgress) => Promise<void>): ProgressSender {
  let last = -SIGN_OF_LIFE;
  let latest: CallProgress | undefined;
  let next: CallProgress | undefined;
  let isSending = false;
  let isStopped = false;

  return {
    report(progress) {
      latest = progress;
      enqueue(progress);
    },
    keepAlive: (message) => enqueue({ progress: last, total: latest?.total, message: latest?.message ?? message }),
    stop() {
      isStopped = true;
      next = undefined;
    },
  };

  function enqueue(progress: CallProgress): void {
    if (isStopped) return;
    next = progress;
    if (!isSending) void pump();
  }

  async function pump(): Promise<void> {
    isSending = true;
    for (let progress = next; progress; progress = next) {
      next = undefined;
      // Agents may ignore, and one may refuse, a number that does not rise.
      last = progress.progress > last ? progress.progress : last + SIGN_OF_LIFE;
      try {
        await send({ ...progress, progress: last });
      } catch {
        // The connection has gone; the call's own end says so.
      }
    }
    isSending = false;
  }
}

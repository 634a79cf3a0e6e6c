/**
 * How many server processes this program runs for all of its sessions together. Each session has its own servers, so a
 * gateway with a hundred sessions would otherwise run a thousand of them.
 */

import { ServerError } from "../../server-error.ts";
import { createSemaphore, type Semaphore } from "../../call/limits/semaphore.ts";

export interface ProcessBudget {
  /** Counts one process until it is disposed. Throws a ServerError, `too_many_processes`, when there are as many already. */
  take(most: number): Disposable;
  /** Limits second starts of silent servers that go on at the same time: ten slow servers must not become twenty. */
  readonly secondStarts: Semaphore;
}

const SECOND_STARTS = 2;

export function createProcessBudget(): ProcessBudget {
  let running = 0;
  return {
    secondStarts: createSemaphore({ callsAtOnce: SECOND_STARTS }),
    take(most) {
      if (running >= most) {
        const message =
          `${running} MCP server processes are running, and the limit is ${most}. ` +
          "Close a session, or raise limits.processes in your tenon.json.";
        throw new ServerError("too_many_processes", message);
      }
      running += 1;
      let isTaken = true;
      return {
        [Symbol.dispose]() {
          if (isTaken) running -= 1;
          isTaken = false;
        },
      };
    },
  };
}

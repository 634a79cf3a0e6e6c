/**
 * How many server processes this program runs for all of its sessions together. Each session has its own servers, so a
 * gateway with a hundred sessions would otherwise run a thousand of them.
 */

import { ServerError } from "../../server-error.ts";
import { createSemaphore, type Semaphore } from "../../call/limits/semaphore.ts";

export interface ProcessBudget {
  /** Counts one process until it is disposed. Throws a ServerError, `too_many_processes`, when there are as many already. */
  take(most: number): Disposable;
  /** This budget for the sessions of one person: their processes count in both. `most` is read for each process. */
  of(account: string, most: () => number): ProcessBudget;
  /** Limits second starts of silent servers that go on at the same time: ten slow servers must not become twenty. */
  readonly secondStarts: Semaphore;
}

const SECOND_STARTS = 2;

export function createProcessBudget(): ProcessBudget {
  const secondStarts = createSemaphore({ callsAtOnce: SECOND_STARTS });
  const all = createCount();
  const accounts = new Map<string, Count>();
  const take = (most: number) => all.take(most, machineFull);
  const of = (account: string, mostOfOne: () => number): ProcessBudget => {
    const own = accounts.get(account) ?? createCount();
    accounts.set(account, own);
    return {
      secondStarts,
      of,
      take(most) {
        const ofOne = own.take(mostOfOne(), personFull);
        try {
          const ofAll = take(most);
          return {
            [Symbol.dispose]() {
              ofOne[Symbol.dispose]();
              ofAll[Symbol.dispose]();
            },
          };
        } catch (error) {
          ofOne[Symbol.dispose]();
          throw error;
        }
      },
    };
  };
  return { secondStarts, take, of };
}

interface Count {
  take(most: number, full: (running: number, most: number) => string): Disposable;
}

function createCount(): Count {
  let running = 0;
  return {
    take(most, full) {
      if (running >= most) throw new ServerError("too_many_processes", full(running, most));
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

function machineFull(running: number, most: number): string {
  return (
    `${running} MCP server processes are running, and the limit is ${most}. ` +
    "Close a session, or raise limits.processes in your tenon.json (--max-servers of tenon serve)."
  );
}

function personFull(running: number, most: number): string {
  return (
    `Your sessions run ${running} MCP server processes, and your limit is ${most}. ` +
    "Close one of your sessions, or ask an administrator for more."
  );
}

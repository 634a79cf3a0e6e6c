/**
 * Tells the user of servers that need them: once for each that failed, needs a sign-in, waits for trust or is late, and
 * once more when it has come up after all [A-09] [R114]. What happened before the client knew the session is sent then.
 */

import { isConnected, isStarting, type Receipt, type ReceiptState } from "../server/receipt.ts";
import type { Notice } from "./notice.ts";

export interface ReceiptNotices {
  add(receipt: Receipt): void;
  /** The client knows the session now. */
  announce(): void;
  /** The first prompt waits for servers no longer. */
  stopWaiting(): void;
}

export interface ReceiptNoticesOptions {
  notice(notice: Notice): void;
  /** What a person can do about a server in this state; undefined if there is nothing to be done. */
  whatToDo(server: string, state: ReceiptState): string | undefined;
}

export function createReceiptNotices({ notice, whatToDo }: ReceiptNoticesOptions): ReceiptNotices {
  const current = new Map<string, Receipt>();
  /** Of whom the user has heard bad news, and which. */
  const reported = new Map<string, ReceiptState | "late">();
  let isAnnounced = false;

  function report(receipt: Receipt): void {
    const { server, state } = receipt;
    const before = reported.get(server);
    if (state === "stopped") reported.delete(server);
    if (isConnected(state) && reported.delete(server)) notice({ severity: "info", title: `${server} is connected` });
    // A server that keeps retrying is reported once.
    if (!isTrouble(state) || before === state) return;
    reported.set(server, state);
    notice(noticeOf(receipt, whatToDo(server, state)));
  }

  return {
    add(receipt) {
      current.set(receipt.server, receipt);
      if (isAnnounced) report(receipt);
    },
    announce() {
      isAnnounced = true;
      for (const receipt of current.values()) report(receipt);
    },
    stopWaiting() {
      for (const { server, state } of current.values()) {
        if (!isStarting(state) || reported.has(server)) continue;
        reported.set(server, "late");
        const description = "The turn continues without its tools; they are added once it has started.";
        notice({ severity: "warning", title: `${server} is still starting`, description });
      }
    },
  };
}

/** Hundreds of characters that a conversation does not need: the receipt has them. */
const SEARCHED_PATH = /\n*^PATH: .*$/gmu;

function noticeOf({ server, state, reason }: Receipt, advice: string | undefined): Notice {
  // Clients that show one line join the two.
  const why = reason?.replaceAll(SEARCHED_PATH, "").replace(/[^.!?:]$/, "$&.");
  const description = [why, advice].filter((part) => part !== undefined).join("\n");
  switch (state) {
    case "needs sign-in":
      return { severity: "warning", title: `${server} needs you to sign in`, description };
    case "waiting for trust":
      return { severity: "warning", title: `${server} needs your trust`, description };
    default:
      return { severity: "error", title: `${server} could not be connected`, description };
  }
}

function isTrouble(state: ReceiptState): boolean {
  return state === "failed" || state === "needs sign-in" || state === "waiting for trust";
}

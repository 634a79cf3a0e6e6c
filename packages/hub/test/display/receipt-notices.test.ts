import { expect, it } from "vitest";

import { createReceiptNotices, type Notice } from "../../src/display/index.ts";

it.each([
  ["the host name does not resolve", "the host name does not resolve.\nOnce fixed, restart it."],
  [
    "no such command on the PATH it was given. Add its folder to that PATH.\nPATH: /usr/bin:/bin",
    "no such command on the PATH it was given. Add its folder to that PATH.\nOnce fixed, restart it.",
  ],
  ["It exited with code 1.", "It exited with code 1.\nOnce fixed, restart it."],
  [undefined, "Once fixed, restart it."],
])(
  "[R114] [PC2] puts the reason %j and what to do in sentences of their own, without the PATH",
  (reason, description) => {
    const notices: Notice[] = [];
    const receipts = createReceiptNotices({
      notice: (notice) => notices.push(notice),
      whatToDo: () => "Once fixed, restart it.",
    });
    receipts.add({ server: "gone", state: "failed", at: 0, afterMs: 0, ...(reason !== undefined && { reason }) });
    receipts.announce();
    expect(notices).toEqual([{ severity: "error", title: "gone could not be connected", description }]);
  },
);

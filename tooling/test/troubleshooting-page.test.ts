import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ReceiptState } from "@tenon/hub";
import { expect, it } from "vitest";

const page = readFileSync(fileURLToPath(new URL("../../docs/troubleshooting.md", import.meta.url)), "utf8");

// "handed over" is the gateway's word for a server that another agent was given.
const STATES: Readonly<Record<ReceiptState | "handed over", true>> = {
  declared: true,
  "handed over": true,
  admitted: true,
  started: true,
  listed: true,
  offered: true,
  seen: true,
  called: true,
  "waiting for trust": true,
  "needs sign-in": true,
  failed: true,
  restarting: true,
  stopped: true,
};

it("explains every state that a receipt can have", () => {
  const [, table = ""] = /^\| state .*\n\|[-| ]+\n((?:\|.*\n)*)/m.exec(page) ?? [];
  expect([...table.matchAll(/^\| `([^`]+)`/gm)].map(([, state]) => state)).toEqual(Object.keys(STATES));
});

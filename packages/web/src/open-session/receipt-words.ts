import { formatDuration } from "@tenon/basis";

import type { ServerStep } from "./server-fold.ts";

/** The receipt in one line: `called 3 times · ready in 2.1 s`. */
export function receiptWords(steps: readonly ServerStep[]): string {
  const state = steps.at(-1)?.state ?? "unknown";
  const calls = steps.filter((step) => step.state === "called").length;
  const words = calls > 0 ? timesCalled(calls) : (WORDS[state] ?? state);
  const ready = readyAfter(steps);
  return ready === undefined ? words : `${words} · ready in ${formatDuration(ready)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  declared: "waits to start",
  admitted: "is being started",
  started: "started, lists its tools",
  listed: "tools are ready",
  offered: "offered to the model",
  seen: "seen by the model",
  restarting: "starts again",
  stopped: "stopped",
  "handed over": "handed to the agent, which does not report back",
};

function timesCalled(count: number): string {
  return count === 1 ? "called once" : `called ${count} times`;
}

/** From its declaration until its tools were there. */
function readyAfter(steps: readonly ServerStep[]): number | undefined {
  const [first, listed] = [steps[0], steps.find(({ state }) => state === "listed")];
  return first && listed ? Math.max(0, listed.at - first.at) : undefined;
}

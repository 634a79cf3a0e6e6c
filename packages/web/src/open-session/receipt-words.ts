import type { ServerStep, ServerView } from "@tenon/timeline";

import { duration, phrase, t } from "../language/t.ts";
import { visibleText } from "../ui/words/visible-text.ts";

/** The receipt in one line: `called 3 times · ready in 2.1 s`. */
export function receiptWords({ steps, calls }: Pick<ServerView, "steps" | "calls">): string {
  const state = steps.at(-1)?.state ?? "unknown";
  // The step is recorded where the messages are not: it is made with the first call.
  const count = Math.max(calls, steps.some((step) => step.state === "called") ? 1 : 0);
  const words = count > 0 ? timesCalled(count) : stateWord(state);
  const ready = readyAfter(steps);
  return ready === undefined ? words : `${words} · ${t("ready in {duration}", { duration: duration(ready) })}`;
}

/** The state of a server; one that is not known here as it is called. */
export function stateWord(state: string): string {
  return Object.hasOwn(WORDS, state) ? t(WORDS[state] ?? state) : visibleText(state);
}

const WORDS: Readonly<Record<string, string>> = {
  declared: phrase("waits to start"),
  admitted: phrase("is being started"),
  started: phrase("started, lists its tools"),
  listed: phrase("tools are ready"),
  offered: phrase("offered to the model"),
  seen: phrase("seen by the model"),
  restarting: phrase("starts again"),
  stopped: phrase("stopped"),
  failed: phrase("failed"),
  refused: phrase("refused"),
  lost: phrase("connection lost"),
  "needs sign-in": phrase("needs sign-in"),
  "waiting for trust": phrase("waiting for trust"),
  "handed over": phrase("handed to the agent, which does not report back"),
};

function timesCalled(count: number): string {
  return t({ one: "called once", other: "called {count} times" }, { count });
}

/** From its declaration until its tools were there. */
function readyAfter(steps: readonly ServerStep[]): number | undefined {
  const [first, listed] = [steps[0], steps.find(({ state }) => state === "listed")];
  return first && listed ? Math.max(0, listed.at - first.at) : undefined;
}

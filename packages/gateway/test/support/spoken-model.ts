/**
 * A model that says what the test says, when the test says it.
 */

import type { Model, ModelEvent } from "@tenon/agent";

export interface SpokenModel extends Model {
  /** One chunk of the turn that runs, or of the next one. */
  say(text: string): void;
  /** The turn that runs, or the next one, ends. */
  finish(): void;
}

export function spokenModel(): SpokenModel {
  const said: (string | undefined)[] = [];
  let wake = () => {};
  return {
    id: "spoken",
    accepts: { image: false, audio: false },
    thoughtLevels: [],
    cost: () => 0,
    say(text) {
      said.push(text);
      wake();
    },
    finish() {
      said.push(undefined);
      wake();
    },
    async *answer({ signal }): AsyncGenerator<ModelEvent> {
      let whole = "";
      for (;;) {
        if (said.length === 0) await untilSaid(signal);
        const text = said.shift();
        if (text === undefined) break;
        whole += text;
        yield { type: "text-delta", text };
      }
      yield { type: "finish", reason: "stop", message: { role: "assistant", parts: [{ type: "text", text: whole }] } };
    },
  };

  function untilSaid(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      wake = resolve;
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
    });
  }
}

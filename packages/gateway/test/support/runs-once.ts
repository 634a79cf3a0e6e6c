import type { Model } from "@tenon/agent";

import { spokenModel } from "./spoken-model.ts";

/** A model that runs one command, and then says that it is done. */
export function runsOnce(line: string): Model {
  const model = spokenModel();
  let isDone = false;
  return {
    ...model,
    async *answer() {
      const call = { type: "tool-call" as const, id: "c1", name: "run_command", args: { line } };
      if (!isDone) yield call;
      const parts = isDone ? [{ type: "text" as const, text: "done" }] : [call];
      const reason = isDone ? ("stop" as const) : ("tool-calls" as const);
      isDone = true;
      yield { type: "finish" as const, reason, message: { role: "assistant" as const, parts } };
    },
  };
}

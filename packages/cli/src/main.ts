import { writeStdoutSync } from "./process/stdout.ts"; // before anything else: what is loaded later may print

import { beginAgent } from "./commands/agent/early.ts";
import { plainAgentFlags } from "./commands/agent/plain-flags.ts";

// Without a top-level await: a command's chunk imports from the one that this is in, and would wait for it. And without an
// export, which would make this file two. `test/resident/main.ts` waits for it.
Reflect.set(globalThis, Symbol.for("tenon.ended"), start());

/** Editors start `tenon agent` and wait for it, so it does without the command line's library. */
async function start(): Promise<void> {
  const flags = plainAgentFlags(process.argv.slice(2));
  const begun = flags && (await beginAgent(flags, writeStdoutSync));
  if (begun) {
    const { runAgent } = await import("./commands/agent/agent.ts");
    await runAgent(flags, begun);
  } else {
    const { runCommandLine } = await import("./command-line.ts");
    await runCommandLine();
  }
}

/**
 * `tenon agent` as editors start it: answers `initialize` first, and loads the rest of the agent then.
 */

import { once } from "node:events";

import { answerEarly, type EarlyAnswer } from "@tenon/agent";

import manifest from "../../../package.json" with { type: "json" };
import { chosenModels } from "./chosen-models.ts";
import type { AgentFlags } from "./plain-flags.ts";

type Write = (line: Uint8Array) => Promise<void> | undefined;

/** False if the command line has to be looked at more closely: it says what is wrong. */
export async function runAgentEarly(flags: AgentFlags, write: Write): Promise<boolean> {
  const models = await chosenModels(flags.model).catch(() => undefined);
  if (!models) return false;
  const early = await answerFirst({ models, version: manifest.version, isUnstable: flags.unstable });
  if (early) write(Buffer.from(early.line))?.catch(() => {}); // The next write notices an editor that is gone.
  const { runAgent } = await import("./agent.ts");
  await runAgent(flags, { models, early });
  return true;
}

/** Looks at the first line and leaves it where it is. */
async function answerFirst(options: Parameters<typeof answerEarly>[1]): Promise<EarlyAnswer | undefined> {
  const { stdin } = process;
  await once(stdin, "readable").catch(() => {}); // The agent meets the same error.
  // Reading at the end of input would end the stream before the agent listens.
  const chunk: unknown = stdin.readableLength > 0 ? stdin.read() : null;
  if (!(chunk instanceof Uint8Array)) return undefined;
  stdin.unshift(chunk);
  const text = Buffer.from(chunk).toString();
  const end = text.indexOf("\n");
  return end === -1 ? undefined : answerEarly(text.slice(0, end), options);
}

/**
 * `tenon agent` as editors start it: answers `initialize` first, before Node's streams and the rest of the agent are loaded.
 */

import { answerEarly, type EarlyAnswer } from "@tenon/agent";

import manifest from "../../../package.json" with { type: "json" };
import { type ChosenModels, chosenModels } from "./chosen-models.ts";
import type { AgentFlags } from "./plain-flags.ts";

/** What is done before the agent is loaded. */
export interface BegunAgent {
  readonly models: ChosenModels;
  /** What was read of standard input. */
  readonly input?: Uint8Array;
  readonly answer?: EarlyAnswer;
}

const fs = process.getBuiltinModule("node:fs");

const STDIN = 0; // `process.stdin` would load the streams
const MOST_BYTES = 64 * 1024;
const LAUNCHED = Symbol.for("tenon.isLaunched");

/**
 * Undefined if the command line has to be looked at more closely: it says what is wrong. `write` throws what it cannot write.
 */
export async function beginAgent(flags: AgentFlags, write: (line: string) => void): Promise<BegunAgent | undefined> {
  const models = await chosenModels(flags.model).catch(() => undefined);
  // Waiting for the first line blocks this process, and one with a launcher has to notice when that ends.
  if (!models || Reflect.get(globalThis, LAUNCHED) === true) return models && { models };
  const input = readSome();
  const end = input?.indexOf("\n") ?? -1;
  if (!input || end === -1) return { models, ...(input && { input }) };
  const line = input.toString("utf8", 0, end);
  const answer = answerEarly(line, { models, version: manifest.version, isUnstable: flags.unstable });
  try {
    // Short enough for a pipe to take all of it or nothing.
    if (answer) write(answer.line);
    return { models, input, ...(answer && { answer }) };
  } catch {
    return { models, input }; // The agent's own answer fails too.
  }
}

/** Undefined at the end of input, and where reading fails: the agent meets the same. */
function readSome(): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(MOST_BYTES);
  try {
    const length = fs.readSync(STDIN, bytes);
    return length === 0 ? undefined : bytes.subarray(0, length);
  } catch {
    return undefined;
  }
}

/**
 * `tenon wrap` around a scripted agent, with a client and a data folder of its own.
 */

import {
  type AgentScript,
  type ClientAnswers,
  spawnedClient,
  type SpawnedClient,
  stdioAgent,
} from "@tenon/testkit/acp";

import { journalFolder, type JournalFolder } from "../journal-folder.ts";
import { noConfiguration, tenon } from "../tenon.ts";

export interface Wrapped extends AsyncDisposable {
  readonly client: SpawnedClient;
  readonly data: JournalFolder;
}

export interface WrappedOptions {
  /** Before the agent; without tools by default, which the scripted agent does not ask for. */
  readonly flags?: readonly string[];
  /** Instead of the scripted agent. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly data?: JournalFolder;
  readonly answers?: ClientAnswers;
}

export async function wrapped(script: AgentScript = {}, options: WrappedOptions = {}): Promise<Wrapped> {
  const data = options.data ?? (await journalFolder());
  const agent = stdioAgent(script);
  const command = options.command ?? ["--", agent.command, ...agent.args];
  const env = { ...noConfiguration, ...agent.env, TENON_DATA: data.folder, ...options.env };
  const args = [tenon, "wrap", ...(options.flags ?? ["--no-tools"]), ...command];
  const client = await spawnedClient(
    { command: process.execPath, args, env },
    { ...(options.answers && { answers: options.answers }) },
  );
  return {
    client,
    data,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      if (!options.data) await data[Symbol.asyncDispose]();
    },
  };
}

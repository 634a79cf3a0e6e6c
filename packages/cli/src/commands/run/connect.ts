/**
 * The agent of a run, started and, where the command line says so, signed in to.
 */

import {
  AgentError,
  connectAgent,
  type ConnectedAgent,
  type ConnectOptions,
  signIn,
  signInHelp,
  signInWays,
} from "@tenon/client";

import { t } from "../../messages/t.ts";
import { UsageError } from "../../process/usage-error.ts";
import type { RunAgent } from "../../arguments/find-agent.ts";

export interface ConnectRunOptions extends ConnectOptions {
  /** The sign-in method. */
  readonly signInBy: string | undefined;
  /** Leaves the terminal to the agent's own sign-in. */
  readonly aside: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export async function connect(agent: RunAgent, options: ConnectRunOptions): Promise<ConnectedAgent> {
  const { signInBy, aside, ...connectOptions } = options;
  const connected = await connectAgent(agent.program, connectOptions);
  if (signInBy === undefined) return connected;
  try {
    const ways = signInWays(connected.initialized.authMethods ?? []);
    const way = ways.find(({ id }) => id === signInBy);
    if (!way) {
      const names = ways.map(({ id }) => id).join(", ") || t("none");
      throw new UsageError(
        t('--sign-in: {agent} has no method "{method}". Available: {names}.', {
          agent: agent.title,
          method: signInBy,
          names,
        }),
      );
    }
    const { program } = agent;
    const { signal } = options;
    const result = await aside(() => signIn(way, { authenticate: connected.authenticate, program, signal }));
    if (!result.isSignedIn) throw new Error(result.reason);
    if (!result.mustReconnect) return connected;
  } catch (error) {
    await connected.close();
    throw error;
  }
  await connected.close();
  return await connectAgent(agent.program, connectOptions);
}

/** An error that says how to sign in, where that is what is missing; any other as it is. */
export function explainSignIn(error: unknown, { title, preset }: RunAgent): unknown {
  if (!(error instanceof AgentError) || error.code !== "sign_in_needed") return error;
  const methods = error.details.authMethods ?? [];
  const commandFor = (id: string) => `tenon run --sign-in ${id} …`;
  return new Error(signInHelp({ title, methods, preset, commandFor }), { cause: error });
}

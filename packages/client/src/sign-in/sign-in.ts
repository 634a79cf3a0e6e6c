/**
 * Signs in to an agent by one of its methods.
 *
 * A way of the agent's own is asked of the agent. A way by terminal is the same program once more, with arguments added,
 * in the terminal of the user; it is never asked of the agent [R137], and the agent that runs learns nothing of it: the
 * caller connects anew [R138].
 */

import type { AgentProgram } from "../launch/agent-program.ts";
import { runInTerminal } from "./run-in-terminal.ts";
import type { SignInWay } from "./sign-in-way.ts";

export interface SignInOptions {
  /** What asks the agent: `authenticate` of the connection. */
  readonly authenticate: (methodId: string) => Promise<void>;
  /** How the agent was started. */
  readonly program: AgentProgram;
  readonly signal?: AbortSignal | undefined;
  /** Runs a program in the user's terminal; ours hands on the terminal of this process. */
  readonly runProgram?: typeof runInTerminal | undefined;
}

export type SignInResult =
  | { readonly isSignedIn: true; readonly mustReconnect: boolean }
  | { readonly isSignedIn: false; readonly reason: string };

/** Rejects only as `authenticate` does, or if the program cannot be started. */
export async function signIn(way: SignInWay, options: SignInOptions): Promise<SignInResult> {
  const { authenticate, program, signal, runProgram = runInTerminal } = options;
  switch (way.type) {
    case "agent":
      await authenticate(way.id);
      return { isSignedIn: true, mustReconnect: false };
    case "terminal": {
      const args = [...(program.args ?? []), ...way.args];
      const exit = await runProgram({ ...program, args, env: { ...program.env, ...way.env } }, { signal });
      if (exit.code === 0) return { isSignedIn: true, mustReconnect: true };
      const how = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
      return { isSignedIn: false, reason: `Sign-in by "${way.title}" failed: its program ended ${how}.` };
    }
    case "unknown":
      return { isSignedIn: false, reason: `The sign-in method "${way.title}" is of an unsupported type.` };
  }
}

/**
 * One ACP session: its own servers, its own history, its turns one after another.
 *
 * All that it opens hangs from it: closing it cancels the turns and ends the servers.
 */

import type { AgentContext, StopReason } from "@agentclientprotocol/sdk";
import type { Hub, HubOptions, ServerSpec } from "@tenon/hub";

import type { Message, Model } from "./model.ts";
import { runTurn } from "./turn.ts";

export interface Session {
  /** Runs a turn, after those before it. Cancelling it, by whichever way, is a stop reason and not an error [R68]. */
  prompt(text: string, signal: AbortSignal): Promise<StopReason>;
  /** Cancels the turn that runs and those that wait; with none of them it does nothing [R73]. */
  cancel(): void;
  close(): Promise<void>;
}

/** Must not wait for servers: `session/new` is answered when it resolves. */
export type OpenSessionHub = (options: Pick<HubOptions, "servers" | "cwd" | "clientInfo">) => Hub | Promise<Hub>;

export async function openSession(options: {
  readonly id: string;
  readonly cwd: string;
  readonly servers: readonly ServerSpec[];
  readonly model: Model;
  readonly client: AgentContext;
  readonly openHub: OpenSessionHub | undefined;
  readonly clientInfo: { readonly name: string; readonly version: string };
}): Promise<Session> {
  const { id, cwd, servers, model, client, clientInfo } = options;
  // Loaded with the first session: an editor that only asks for our capabilities does not pay for MCP.
  const openHub = options.openHub ?? (await import("@tenon/hub")).openHub;
  const hub = await openHub({ servers, cwd, clientInfo });
  const history: Message[] = [];
  const turns = new Set<AbortController>();
  let lastTurn: Promise<unknown> = Promise.resolve();
  let toolCalls = 0;
  let closing: Promise<void> | undefined;

  const cancel = () => {
    for (const turn of turns) turn.abort();
  };

  return {
    prompt(text, signal) {
      const turn = new AbortController();
      turns.add(turn);
      const run = async () => {
        const either = AbortSignal.any([turn.signal, signal]);
        if (either.aborted) return "cancelled";
        history.push({ role: "user", text });
        return await runTurn({
          sessionId: id,
          model,
          hub,
          client,
          history,
          signal: either,
          newToolCallId: () => `call-${(toolCalls += 1)}`,
        });
      };
      const stopReason = lastTurn.then(run).finally(() => turns.delete(turn));
      // A failed turn is told to its own prompt; the next turn runs all the same.
      lastTurn = stopReason.catch(() => {});
      return stopReason;
    },
    cancel,
    close() {
      closing ??= (async () => {
        cancel();
        await lastTurn;
        await hub.close();
      })();
      return closing;
    },
  };
}

/**
 * What the gateway does for an agent in its client's place: files and terminals of this machine, for clients that have
 * neither, like a page in a browser.
 *
 * Whether something may be done has been decided before: by our own agent, or for another one by the gate. What a terminal
 * writes is noted in the journal, where all who follow the session see it.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { openFiles, openTerminals, serviceRequests, type SessionContext, type SessionServices } from "@tenon/client";
import { decidedPolicy } from "@tenon/policy";

import { answer, paramsOf } from "../../wire/message.ts";
import { errorAnswer } from "../../wire/wire-error.ts";

export interface LocalClients {
  /** For one session, until it is closed. */
  open(session: SessionContext, options: LocalClientOptions): LocalClient;
  /** Resolves when every command of sessions that were closed has ended. */
  settled(): Promise<void>;
}

export interface LocalClient {
  /** Answered once, by `respond`. */
  run(request: AnyRequest, respond: (response: AnyResponse) => void): { cancel(): void };
  /** Ends every command that still runs. */
  close(): void;
}

export interface LocalClientOptions {
  /** Names of secrets that commands inherit, as patterns. */
  passedVariables(): readonly string[];
  /** A terminal has written something. */
  onOutput(terminalId: string, text: string): void;
}

export function createLocalClients({ newId, onFailure }: LocalClientsOptions): LocalClients {
  // For all sessions: two that write to one file wait for each other.
  const filesOf = openFiles({ policy: decidedPolicy });
  const closing = new Set<Promise<void>>();
  return {
    open(session, { passedVariables, onOutput }) {
      const terminalsOf = openTerminals({
        newId: () => newId(),
        policy: decidedPolicy,
        passedVariables,
        onOutput: boundedOutput(onOutput),
      });
      const hands = { files: filesOf(session), terminals: terminalsOf(session) };
      const over = new AbortController();
      return {
        run: (request, respond) => run(request, { hands, over: over.signal, respond }),
        close() {
          over.abort();
          const closed = hands.terminals.close().catch(onFailure);
          closing.add(closed);
          void closed.then(() => closing.delete(closed));
        },
      };
    },
    settled: async () => void (await Promise.all(closing)),
  };

  function run(request: AnyRequest, { hands, over, respond }: Errand): { cancel(): void } {
    const cancelled = new AbortController();
    const signal = AbortSignal.any([cancelled.signal, over]);
    const errand = serviceRequests.get(request.method);
    const done = errand
      ? errand(hands, paramsOf(request), signal)
      : Promise.reject(RequestError.methodNotFound(request.method));
    done.then(
      (result) => respond(answer(request.id, result)),
      (error: unknown) => {
        if (!(error instanceof RequestError)) onFailure(error);
        respond(errorAnswer(request.id, error));
      },
    );
    return { cancel: () => cancelled.abort() };
  }
}

export interface LocalClientsOptions {
  readonly newId: () => string;
  /** A failure that the agent gets only as an internal error. */
  onFailure(error: unknown): void;
}

interface Errand {
  readonly hands: SessionServices;
  readonly over: AbortSignal;
  respond(response: AnyResponse): void;
}

// As much as a timeline keeps, twice. A command that never stops writing must not fill the disk.
const MAX_NOTED_LENGTH = 2 * 1024 * 1024;
const NOT_NOTED = "\r\n… what follows is not recorded\r\n";

function boundedOutput(onOutput: LocalClientOptions["onOutput"]): LocalClientOptions["onOutput"] {
  const noted = new Map<string, number>();
  return (terminalId, text) => {
    const before = noted.get(terminalId) ?? 0;
    if (before > MAX_NOTED_LENGTH) return;
    noted.set(terminalId, before + text.length);
    onOutput(terminalId, before + text.length > MAX_NOTED_LENGTH ? text + NOT_NOTED : text);
  };
}

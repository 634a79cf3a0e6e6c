/**
 * The tools that a server lists, read again when they change. They stay known while the server is away.
 */

import type { Connection, ToolDefinition } from "../connection/protocol/connection.ts";
import { failureMessage } from "../connection/protocol/failure-message.ts";

type Lister = Pick<Connection, "listTools">;

export interface ToolList {
  readonly tools: readonly ToolDefinition[];
  /** Reads the tools of a new connection. The returned function puts them to use. */
  read(connection: Lister, signal: AbortSignal): Promise<() => void>;
  /** The tools of the connection with this signal have changed. */
  refresh(signal: AbortSignal): void;
}

export interface ToolListSetup {
  readonly name: string;
  /** Runs a request that may be refused for want of a sign-in, and again after one. */
  signedIn<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Before each listing. */
  readonly onListing: () => void;
  /** After a listing that was read again. */
  readonly onTools: () => void;
  readonly onWarning: (warning: string) => void;
}

export function createToolList(setup: ToolListSetup): ToolList {
  let tools: readonly ToolDefinition[] = [];
  let source: { readonly connection: Lister; readonly signal: AbortSignal } | undefined;
  let scheduled: AbortSignal | undefined;
  /** It has changed while it was read for the first time: what was read may be older. */
  let early: AbortSignal | undefined;
  // One after the other, so that the last answer is the one that stays.
  let refreshing = Promise.resolve();

  return {
    get tools() {
      return tools;
    },
    async read(connection, signal) {
      const listed = await list(connection, signal);
      return () => {
        tools = listed;
        source = { connection, signal };
        if (early === signal) refresh(signal);
      };
    },
    refresh,
  };

  function refresh(signal: AbortSignal): void {
    // A list that is slow to read must not be read for every change since.
    if (scheduled === signal) return;
    scheduled = signal;
    refreshing = refreshing.then(() => {
      scheduled = undefined;
      return readAgain(signal);
    });
  }

  function list(connection: Lister, signal: AbortSignal): Promise<readonly ToolDefinition[]> {
    const request = () => {
      setup.onListing();
      return connection.listTools({ signal });
    };
    return setup.signedIn(request, signal);
  }

  async function readAgain(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (source?.signal !== signal) return void (early = signal);
    try {
      tools = await list(source.connection, signal);
      setup.onTools();
    } catch (error) {
      if (!signal.aborted) setup.onWarning(`${setup.name} did not list its changed tools: ${failureMessage(error)}`);
    }
  }
}

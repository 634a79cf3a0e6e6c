/**
 * One server of a session: connected once, listed whole, called many times.
 */

import { Client, type CallToolResult, type Tool } from "@modelcontextprotocol/client";
import type { ChildCommand } from "@tenon/process";

import type { Receipt } from "./receipt.ts";
import { StdioTransport } from "./stdio-transport.ts";

const CONNECT_MS = 60_000;
// A server of the older revision may leave the question which revision it speaks unanswered.
const PROBE_MS = 3_000;
const CALL_MS = 120_000;
const LONGEST_CALL_MS = 30 * 60_000;

/** What a tool answered. A tool's own failure is a result with `isError`, which the model should read. */
export type HubResult = CallToolResult;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}

export interface Server {
  readonly name: string;
  /** Settles when the server has been listed or has failed; never rejects. */
  readonly ready: Promise<void>;
  readonly tools: readonly Tool[];
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<HubResult>;
  close(): Promise<void>;
}

export function openServer(options: {
  readonly name: string;
  readonly command: ChildCommand;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly onReceipt: (receipt: Receipt) => void;
}): Server {
  const { name, onReceipt } = options;
  const transport = new StdioTransport(options.command, { onNoise: () => {} });
  const client = new Client(options.clientInfo, {
    versionNegotiation: { mode: "auto", probe: { timeoutMs: PROBE_MS } },
  });
  let tools: readonly Tool[] = [];
  let closing: Promise<void> | undefined;

  const ready = connect().catch(async (error: unknown) => {
    if (closing) return;
    onReceipt({ server: name, state: "failed", reason: reasonOf(error, transport.child?.lastWords() ?? "") });
    await client.close();
  });

  return {
    name,
    ready,
    get tools() {
      return tools;
    },
    async call(tool, args, { signal, onProgress } = {}) {
      onReceipt({ server: name, state: "called", reason: tool });
      return await client.callTool(
        { name: tool, arguments: args },
        {
          timeout: CALL_MS,
          maxTotalTimeout: LONGEST_CALL_MS,
          resetTimeoutOnProgress: true,
          ...(signal && { signal }),
          // Without a listener no progress is asked for, and then a long call cannot extend its time [P80].
          onprogress: (progress) => onProgress?.(progress),
        },
      );
    },
    close: () => (closing ??= client.close().then(() => onReceipt({ server: name, state: "stopped" }))),
  };

  async function connect(): Promise<void> {
    await client.connect(transport, { timeout: CONNECT_MS });
    onReceipt({ server: name, state: "started" });
    // The SDK prints to standard output when it is asked to list tools of a server that has none [P27].
    if (client.getServerCapabilities()?.tools) tools = (await client.listTools()).tools;
    onReceipt({ server: name, state: "listed", reason: `${tools.length} tools` });
  }
}

function reasonOf(error: unknown, lastWords: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return lastWords.trim() === "" ? message : `${message}\n${lastWords.trim()}`;
}

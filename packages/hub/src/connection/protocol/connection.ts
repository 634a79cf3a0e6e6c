/**
 * One live connection to a server. It dies once, with a reason; reconnecting is up to its owner.
 */

import type { Client, Progress } from "@modelcontextprotocol/client";
import { defined, type JsonObject } from "@tenon/basis";

import { callAsTask, needsTask } from "./call-as-task.ts";
import { rawOf, sdkSchema } from "../wire/clean-answers.ts";
import type { RawResult } from "../wire/raw-result.ts";
import type { MessageListener, WireTap } from "../wire/wire-tap.ts";

export interface ServerInfo {
  readonly name?: string;
  readonly version?: string;
  readonly instructions?: string;
  /** The revision of MCP that is spoken. */
  readonly revision: string;
  readonly capabilities: JsonObject;
}

/** A tool as its server defines it. */
export type ToolDefinition = JsonObject & { readonly name: string };

export interface ConnectionCall {
  readonly tool: ToolDefinition;
  readonly args: JsonObject;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Carried to the server, such as a trace context. */
  readonly meta?: JsonObject | undefined;
  /** Hears the call's messages. */
  readonly onMessage?: MessageListener | undefined;
}

export interface Connection {
  readonly info: ServerInfo;
  /** Resolves with the reason when the connection has ended, by whomever. Never rejects. */
  readonly closed: Promise<Error>;
  listTools(options: { readonly signal: AbortSignal }): Promise<readonly ToolDefinition[]>;
  call(call: ConnectionCall): Promise<RawResult>;
  /** Asks for a sign of life. Rejects when there is none in time. */
  checkAlive(options: { readonly ms: number }): Promise<void>;
  /** For resources, prompts and completions, which pass as the SDK has them. */
  readonly client: Client;
  close(): Promise<void>;
}

// Ours are the limits that count; the SDK's must not come first.
const NO_TIMEOUT = 0x7fff_ffff;

export function createConnection(options: {
  readonly client: Client;
  readonly tap: WireTap;
  readonly closeTransport: () => Promise<void>;
  /** How long a listing may take: a server may start well and fall silent then. */
  readonly listMs: number;
  /** Why a process is gone, where there is one. */
  readonly whyGone?: () => Promise<Error | undefined>;
}): Connection {
  const { client, tap, closeTransport, whyGone } = options;
  let closing: Promise<void> | undefined;
  const closed = new Promise<Error>((resolve) => {
    const end = async () => resolve((await whyGone?.()) ?? new Error("The connection was closed"));
    client.onclose = () => void end();
  });

  return {
    client,
    info: infoOf(client),
    closed,
    async listTools({ signal }) {
      // Without the capability the SDK prints a line to standard output [P27].
      if (!client.getServerCapabilities()?.tools) return [];
      const { tools } = await client.listTools(undefined, { cacheMode: "refresh", signal, timeout: options.listMs });
      return tools.map((tool) => ({ ...rawOf(tool), name: tool.name }));
    },
    async call(call) {
      const { tool, args, signal, onProgress } = call;
      using followed = call.onMessage && tap.follow(call.onMessage);
      const meta = followed ? { ...call.meta, ...followed.mark } : call.meta;
      if (needsTask(tool) && client.getProtocolEra() !== "modern") {
        return await callAsTask(client, { ...call, meta }, NO_TIMEOUT);
      }
      const definition = { name: tool.name, inputSchema: sdkSchema(tool["inputSchema"]) };
      const params = { name: tool.name, arguments: { ...args }, ...(meta && { _meta: { ...meta } }) };
      const result = await client.callTool(params, {
        signal,
        timeout: NO_TIMEOUT,
        // Without a listener no progress is asked for, and then a long call cannot extend its time [P80].
        onprogress: (progress) => void (isOfServer(progress) && onProgress(progress)),
        toolDefinition: definition,
      });
      return rawOf(result);
    },
    async checkAlive({ ms }) {
      const isModern = client.getProtocolEra() === "modern";
      if (isModern) await client.discover({ timeout: ms });
      else await client.ping({ timeout: ms });
    },
    close() {
      closing ??= (async () => {
        await closeTransport();
        await client.close();
      })();
      return closing;
    },
  };
}

/** The SDK reports its own questions to the user as progress of the call, in a message for programmers. */
function isOfServer({ message }: { readonly message?: string | undefined }): boolean {
  return !message?.startsWith("Fulfilling input required by ");
}

function infoOf(client: Client): ServerInfo {
  const { name, version } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  return {
    ...defined({ name, version, instructions }),
    revision: client.getNegotiatedProtocolVersion() ?? "unknown",
    capabilities: { ...client.getServerCapabilities() },
  };
}

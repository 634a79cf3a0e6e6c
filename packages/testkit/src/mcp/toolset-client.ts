/**
 * The official client at the other end of a toolset: one that is served as a program on standard streams, or in memory.
 */

import { fileURLToPath } from "node:url";

import type { Client, Transport } from "@modelcontextprotocol/client";
import { objectOf } from "@tenon/basis";

import type { Revision } from "./script.ts";

export interface ToolsetClient extends AsyncDisposable {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallOutcome>;
  /** A resource as text. */
  read(uri: string): Promise<string>;
  /** What the user was asked. */
  readonly questions: string[];
}

export interface StartedToolset extends ToolsetClient {
  readonly pid: number;
  /** Everything that the server logged. */
  log(): string;
}

export interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  onprogress?(progress: { readonly message?: string | undefined }): void;
}

export interface ToolsetClientOptions {
  readonly revision?: Revision;
  /** What the user answers; without it the client cannot ask. */
  readonly confirms?: boolean | (() => Promise<boolean>);
}

/** Starts a program from its sources. It gets only `env`, and what it needs to start quickly. */
export async function startToolset(
  program: URL,
  env: Readonly<Record<string, string>>,
  options: ToolsetClientOptions = {},
): Promise<StartedToolset> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=tenon:source", fileURLToPath(program)],
    env: { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "", ...env },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const started = await connectToolset(transport, options);
  return { ...started, pid: transport.pid ?? 0, log: () => log };
}

export async function connectToolset(
  transport: Transport,
  { confirms, revision = "2026-07-28" }: ToolsetClientOptions = {},
): Promise<ToolsetClient> {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: confirms === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" },
    },
  );
  const questions: string[] = [];
  if (confirms !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      questions.push(params.message);
      const agrees = typeof confirms === "boolean" ? confirms : await confirms();
      return agrees ? { action: "accept", content: { confirm: true } } : { action: "decline" };
    });
  await client.connect(transport);
  return {
    client,
    questions,
    async call(name, args = {}, options = {}) {
      const result = await client.callTool({ name, arguments: args }, options);
      const text = result.content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
      return { isError: result.isError === true, text, structured: objectOf(result.structuredContent) };
    },
    async read(uri) {
      const [first] = (await client.readResource({ uri })).contents;
      return first && "text" in first ? first.text : "";
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

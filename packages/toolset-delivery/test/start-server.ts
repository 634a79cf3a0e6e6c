/** The server with the official client at the other end: as a program on standard streams, or in memory where that is enough. */

import { fileURLToPath } from "node:url";

import { Client, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openToolset } from "@tenon/toolset";

import { deliveryToolset } from "../src/index.ts";

export interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

export interface StartedServer extends AsyncDisposable {
  readonly client: Client;
  /** 0 in memory. */
  readonly pid: number;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallOutcome>;
  read(uri: string): Promise<string>;
  /** What the user was asked. */
  readonly questions: string[];
  log(): string;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  onprogress?(progress: { readonly message?: string | undefined }): void;
}

export interface ServerOptions {
  /** What the user answers; without it the client cannot ask. */
  readonly confirms?: boolean | (() => Promise<boolean>);
  readonly revision?: "2025-11-25" | "2026-07-28";
}

type Environment = Readonly<Record<string, string>>;

const program = {
  command: process.execPath,
  args: ["--conditions=tenon:source", fileURLToPath(new URL("../src/main.ts", import.meta.url))],
};

export async function openServer(env: Environment, options: ServerOptions = {}): Promise<StartedServer> {
  let log = "";
  const whole = { ...inherited(), ...env };
  const toolset = openToolset(deliveryToolset(), { env: whole, log: (entry) => (log += JSON.stringify(entry)) });
  const started = await connect(toolset.connect(), options);
  const close = async () => {
    await started[Symbol.asyncDispose]();
    await toolset.close();
  };
  return { ...started, pid: 0, log: () => log, [Symbol.asyncDispose]: close };
}

export async function startServer(env: Environment, options: ServerOptions = {}): Promise<StartedServer> {
  const transport = new StdioClientTransport({ ...program, env: { ...inherited(), ...env }, stderr: "pipe" });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const started = await connect(transport, options);
  return { ...started, pid: transport.pid ?? 0, log: () => log };
}

function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

async function connect(
  transport: Transport,
  { confirms, revision = "2026-07-28" }: ServerOptions,
): Promise<Omit<StartedServer, "pid" | "log">> {
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
      const structured = (result.structuredContent ?? {}) as Record<string, unknown>;
      return { isError: result.isError === true, text, structured };
    },
    async read(uri) {
      const [first] = (await client.readResource({ uri })).contents;
      return first && "text" in first ? first.text : "";
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The server with the official client at the other end: as a program on standard streams, or in memory where that is enough. */

import { fileURLToPath } from "node:url";

import { Client, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openToolset } from "@tenon/toolset";

import { databaseToolset } from "../src/index.ts";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

export interface StartedServer extends AsyncDisposable {
  readonly client: Client;
  /** 0 in memory. */
  readonly pid: number;
  /** The text and structured content of a successful call. */
  call(name: string, args?: Record<string, unknown>): Promise<CallOutcome>;
  /** A resource as JSON. */
  read(uri: string): Promise<unknown>;
  /** What users were asked. */
  readonly questions: string[];
  /** Everything that the server logged. */
  log(): string;
}

export interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown> | undefined;
}

const program = {
  command: process.execPath,
  args: ["--conditions=tenon:source", fileURLToPath(new URL("../src/main.ts", import.meta.url))],
};

export interface ServerOptions {
  readonly revision?: (typeof REVISIONS)[number];
  /** What the user answers; without it the client cannot ask. */
  readonly confirms?: boolean;
}

type Environment = Readonly<Record<string, string>>;

export async function startServer(env: Environment, options: ServerOptions = {}): Promise<StartedServer> {
  const inherited = { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "" };
  const transport = new StdioClientTransport({ ...program, env: { ...inherited, ...env }, stderr: "pipe" });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const client = await connect(transport, options);
  return { ...client, pid: transport.pid ?? 0, log: () => log };
}

export async function openServer(env: Environment, options: ServerOptions = {}): Promise<StartedServer> {
  let log = "";
  const toolset = openToolset(databaseToolset(env), { env, log: (entry) => (log += JSON.stringify(entry)) });
  const client = await connect(toolset.connect(), options);
  const close = async () => {
    await client[Symbol.asyncDispose]();
    await toolset.close();
  };
  return { ...client, pid: 0, log: () => log, [Symbol.asyncDispose]: close };
}

async function connect(
  transport: Transport,
  { revision = "2026-07-28", confirms }: ServerOptions,
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
      return confirms ? { action: "accept", content: { confirm: true } } : { action: "decline" };
    });
  await client.connect(transport);
  return {
    client,
    questions,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const text = result.content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
      const structured = result.structuredContent as Record<string, unknown> | undefined;
      return { isError: result.isError === true, text, structured };
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      const [first] = contents;
      return JSON.parse(first && "text" in first ? first.text : "null") as unknown;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

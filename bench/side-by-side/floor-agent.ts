/**
 * The floor: an agent on nothing but the libraries that Tenon stands on, for ACP, for the model and for MCP, and as durable: a
 * message goes on when it is on the disk. It asks before each call and checks nothing.
 */

import { fdatasync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable, Writable } from "node:stream";
import { promisify } from "node:util";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import {
  agent,
  type AgentContext,
  type AnyMessage,
  type McpServer,
  methods,
  ndJsonStream,
  type Stream,
} from "@agentclientprotocol/sdk";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

interface Session {
  readonly servers: Promise<
    readonly { readonly mcp: Client; readonly tools: readonly LanguageModelV4FunctionTool[] }[]
  >;
  readonly history: LanguageModelV4Prompt;
}

const model = createOpenAICompatible({
  name: "scripted",
  baseURL: process.env["OPENAI_COMPATIBLE_BASE_URL"] ?? "",
  apiKey: process.env["OPENAI_COMPATIBLE_API_KEY"] ?? "",
  includeUsage: true,
})("scripted");
const sessions = new Map<string, Session>();
let journal: ReturnType<typeof openJournal> | undefined;

const { closed } = agent({ name: "floor" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const sessionId = crypto.randomUUID();
    journal ??= openJournal();
    sessions.set(sessionId, { servers: Promise.all(params.mcpServers.map(connect)), history: [] });
    return { sessionId };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessions.get(params.sessionId);
    const [part] = params.prompt;
    if (!session || part?.type !== "text") throw new Error("The prompt cannot be answered");
    session.history.push({ role: "user", content: [{ type: "text", text: part.text }] });
    while (await step(session, params.sessionId, client));
    return { stopReason: "end_turn" as const };
  })
  .connect(recorded(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin))));
void closed.then(() => process.exit());

/** One answer of the model and its calls. False if it made none. */
async function step({ servers, history }: Session, sessionId: string, acp: AgentContext): Promise<boolean> {
  const [{ mcp, tools } = { mcp: undefined, tools: [] }] = await servers;
  const { stream } = await model.doStream({ prompt: history, tools: [...tools] });
  const calls: LanguageModelV4ToolCall[] = [];
  for await (const event of stream) {
    if (event.type === "tool-call") calls.push(event);
    if (event.type !== "text-delta") continue;
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: event.delta } } as const;
    void acp.notify(methods.client.session.update, { sessionId, update });
  }
  if (!mcp || calls.length === 0) return false;
  const asked = calls.map(({ toolCallId, toolName, input }) => {
    return { type: "tool-call" as const, toolCallId, toolName, input: JSON.parse(input) };
  });
  history.push({ role: "assistant", content: asked });
  const content = await Promise.all(
    asked.map(async ({ toolCallId, toolName, input }) => {
      const tell = (status: "in_progress" | "completed") =>
        acp.notify(methods.client.session.update, {
          sessionId,
          update: { sessionUpdate: "tool_call_update", toolCallId, status },
        });
      void acp.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: "tool_call", toolCallId, title: toolName, rawInput: input },
      });
      await acp.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId },
        options: [{ optionId: "allow", name: "Allow", kind: "allow_once" }],
      });
      void tell("in_progress");
      const result = await mcp.callTool({ name: toolName, arguments: input });
      void tell("completed");
      const output = { type: "text" as const, value: JSON.stringify(result.content) };
      return { type: "tool-result" as const, toolCallId, toolName, output };
    }),
  );
  history.push({ role: "tool", content });
  return true;
}

async function connect(server: McpServer) {
  if (!("command" in server)) throw new Error("This agent starts only servers on stdio");
  const mcp = new Client({ name: "floor", version: "0.0.0" });
  const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
  await mcp.connect(new StdioClientTransport({ command: server.command, args: server.args, env }));
  const { tools: listed } = await mcp.listTools();
  const tools = listed.map(({ name, description = "", inputSchema }): LanguageModelV4FunctionTool => {
    return { type: "function", name, description, inputSchema: { ...inputSchema, type: "object" } };
  });
  return { mcp, tools };
}

/** As in Tenon, an answer of the client's goes on while it is being written. */
function recorded({ readable, writable }: Stream): Stream {
  const writer = writable.getWriter();
  const record = async (message: AnyMessage) => await journal?.add(JSON.stringify(message));
  return {
    writable: new WritableStream({ write: (message) => void record(message).then(() => writer.write(message)) }),
    readable: readable.pipeThrough(
      new TransformStream<AnyMessage, AnyMessage>({
        async transform(message, controller) {
          const isRecorded = record(message);
          if ("method" in message) await isRecorded;
          controller.enqueue(message);
        },
      }),
    ),
  };
}

/** What is added in one turn of the event loop is one transaction and one wait for the disk. */
function openJournal() {
  const file = join(process.env["HOME"] ?? "", "floor.db");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec("CREATE TABLE IF NOT EXISTS record (text TEXT NOT NULL)");
  const insert = database.prepare("INSERT INTO record VALUES (?)");
  const log = openSync(`${file}-wal`, "r+");
  const sync = promisify(fdatasync);
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last = Promise.resolve();

  async function commit(): Promise<void> {
    await last;
    await new Promise((resolve) => setImmediate(resolve));
    const texts = waiting;
    waiting = [];
    next = undefined;
    database.exec("BEGIN");
    for (const text of texts) insert.run(text);
    database.exec("COMMIT");
    await sync(log);
  }

  return {
    add(text: string): Promise<void> {
      waiting.push(text);
      next ??= last = commit();
      return next;
    },
  };
}

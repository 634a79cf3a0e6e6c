/**
 * What an agent does for its client, whatever carries their messages: the same cases over stdio, WebSocket and HTTP.
 *
 * What a transport itself decides is not here: what becomes of messages before `initialize` or of a second one, and
 * whether sessions end with the connection.
 */

import { type AgentOptions, type Model, rehearsalModel } from "@tenon/agent";
import { countingIds } from "@tenon/testkit";
import {
  allow,
  calls,
  type ClientAnswers,
  failWith,
  hesitate,
  loadSchemaCheck,
  neverAnswer,
  pickUnknownOption,
  reject,
  scriptedClient,
  type Wire,
} from "@tenon/testkit/acp";
import { type ServerScript, startHttpServer, startSseServer, type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { onlyModel } from "./only-model.ts";

/** Starts an agent and connects to it. */
export type ConnectAgent = (agent: AgentOptions) => Promise<ConnectedWire>;

export interface ConnectedWire {
  readonly wire: Wire;
  /** Called when the client has gone: ends the agent, and all that carried its messages. */
  end(): Promise<void>;
}

export function agentSuite(connectAgent: ConnectAgent): void {
  const schemaViolations = loadSchemaCheck();

  describe("initialize", () => {
    it("[R29] [R30] answers with its own version, whatever the client speaks", async () => {
      for (const protocolVersion of [1, 0, 65_535]) {
        await using client = await connect();
        await expect(client.initialize({ protocolVersion })).resolves.toMatchObject({ protocolVersion: 1 });
      }
    });

    it("[R28] refuses a version that is no number", async () => {
      await using client = await connect();
      await expect(client.request("initialize", { protocolVersion: "2024-11-05" })).rejects.toMatchObject({
        code: -32602,
      });
    });

    it("[R38] takes malformed capabilities for none", async () => {
      await using client = await connect();
      const clientCapabilities = { fs: "yes", terminal: null, session: [] };
      await expect(client.request("initialize", { protocolVersion: 1, clientCapabilities })).resolves.toBeDefined();
    });
  });

  describe("session/new", () => {
    it("[R40] refuses a relative working directory", async () => {
      await using client = await initialized();
      await expect(client.newSession({ cwd: "src" })).rejects.toMatchObject({ code: -32602 });
    });

    it("[A-01] [A-15] [A-21] takes servers over every transport that it advertises", async () => {
      const inputSchema = { type: "object", properties: {}, required: [] };
      const script = (name: string) => ({ tools: [{ name, description: `call ${name}`, inputSchema }] });
      await using http = await startHttpServer(script("streaming"));
      await using sse = await startSseServer(script("oldish"));
      await using client = await initialized();
      const { sessionId } = await client.newSession({
        mcpServers: [
          { type: "http", name: "web", url: http.url, headers: [] },
          { type: "sse", name: "old", url: sse.url, headers: [] },
        ],
      });
      await client.prompt(sessionId, "streaming");
      await client.prompt(sessionId, "oldish");
      expect(client.text(sessionId)).toContain("mcp__web__streaming answered");
      expect(client.text(sessionId)).toContain("mcp__old__oldish answered");
    });

    it("[A-05] [P46] [P85] answers although a server never does, and the prompt can use the others", async () => {
      await using good = await echoServer();
      await using silent = await stdioServer({ misbehaviour: { silentOn: ["initialize", "server/discover"] } });
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", good), acp("silent", silent)] });
      await client.prompt(sessionId, 'echo text="hello"');
      expect(client.text(sessionId)).toContain("mcp__good__echo answered");
    });

    it("[A-08] [P85] a server that cannot be started costs only its own tools", async () => {
      await using good = await echoServer();
      await using client = await initialized();
      const missing = { name: "missing", command: "/no/such/program", args: [], env: [] };
      const { sessionId } = await client.newSession({ mcpServers: [missing, acp("good", good)] });
      await client.prompt(sessionId, 'echo text="hello"');
      expect(client.text(sessionId)).toContain("mcp__good__echo answered");
    });
  });

  describe("a turn", () => {
    it("[R67] [R82] [R84] [Q-12] reports the call from pending to completed before the prompt is answered", async () => {
      await using server = await echoServer();
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      await expect(client.prompt(sessionId, 'echo text="hello"')).resolves.toEqual({ stopReason: "end_turn" });
      const statuses = client.updates(sessionId).flatMap((update) => ("status" in update ? [update.status] : []));
      expect(statuses).toEqual(["pending", "in_progress", "completed"]);
      expect(client.updates(sessionId).find((update) => update.sessionUpdate === "tool_call")).toMatchObject({
        title: "good: echo",
        name: "mcp__good__echo",
        rawInput: { text: "hello" },
      });
      expect(schemaViolations(client.transcript.entries)).toEqual([]);
    });

    it("[R81] gives each call of a session an id of its own", async () => {
      await using server = await echoServer();
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      await client.prompt(sessionId, 'echo text="one"');
      await client.prompt(sessionId, 'echo text="two"');
      const ids = client
        .updates(sessionId)
        .flatMap((update) => (update.sessionUpdate === "tool_call" ? [update.toolCallId] : []));
      expect(ids).toEqual(["call-1", "call-2"]);
    });

    it("[Q-01] shows a tool's own error as failed, and tells the model", async () => {
      const call = [
        { type: "result" as const, result: { isError: true, content: [{ type: "text", text: "no luck" }] } },
      ];
      await using server = await stdioServer({ tools: [{ name: "try", description: "try your luck", call }] });
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("luck", server)] });
      await client.prompt(sessionId, "try your luck");
      expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "failed" }));
      expect(client.text(sessionId)).toContain("mcp__luck__try failed: no luck");
    });

    it.each([
      ["rejects it", reject],
      ["picks an option that was not offered", pickUnknownOption],
      ["answers with an error", failWith({ code: -32603, message: "no window" })],
    ])("[R89] [K-14] runs no tool when the client %s", async (_, answer) => {
      await using server = await echoServer();
      await using client = await initialized({ "session/request_permission": answer });
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      await expect(client.prompt(sessionId, 'echo text="hello"')).resolves.toEqual({ stopReason: "end_turn" });
      expect(client.updates(sessionId)).toContainEqual(expect.objectContaining({ status: "failed" }));
      expect((await server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
    });

    it("[R83] a model's failure is an error of its prompt, and the next prompt works", async () => {
      const models = [failing("the provider is down"), rehearsalModel()];
      const model: Model = {
        ...rehearsalModel(),
        id: "unsteady",
        answer: (request) => (models.shift() ?? rehearsalModel()).answer(request),
      };
      await using client = await initialized({}, model);
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32603 });
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    });

    it("[R76] a second prompt waits for the first", async () => {
      await using server = await slowServer();
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
      const answered: string[] = [];
      const first = client.prompt(sessionId, "wait").then(() => answered.push("first"));
      await server.until("call-start");
      const second = client.prompt(sessionId, "hello").then(() => answered.push("second"));
      server.release("wait");
      await Promise.all([first, second]);
      expect(answered).toEqual(["first", "second"]);
    });
  });

  describe("cancelling", () => {
    it("[R68] [R117] ends a turn inside a hanging tool as cancelled, and tells the server", async () => {
      await using server = await slowServer();
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
      const prompt = client.prompt(sessionId, "wait");
      await server.until("call-start");
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      await server.until("call-cancel");
      expect(client.updates(sessionId).at(-1)).toMatchObject({ status: "failed" });
    });

    it.each([
      ["answers the permission with cancelled", hesitate],
      ["never answers the permission", neverAnswer],
    ])("[R71] ends a turn that waits for a client who %s", async (_, answer) => {
      await using server = await echoServer();
      await using client = await initialized({ "session/request_permission": answer });
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", server)] });
      const prompt = client.prompt(sessionId, 'echo text="hello"');
      await client.transcript.when(calls("session/request_permission"));
      await client.cancel(sessionId);
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      expect((await server.recorded()).filter(({ type }) => type === "call-start")).toEqual([]);
    });

    it("[R73] does nothing on an idle or unknown session, and the next prompt works", async () => {
      await using client = await initialized();
      const { sessionId } = await client.newSession();
      await client.cancel(sessionId);
      await client.cancel("nobody");
      await expect(client.prompt(sessionId, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    });
  });

  describe("sessions", () => {
    it("[R60] an unknown session is named in the error", async () => {
      await using client = await initialized();
      await expect(client.prompt("nobody", "hello")).rejects.toMatchObject({
        code: -32002,
        data: { sessionId: "nobody" },
      });
    });

    it("[A-04] [R120] see only their own servers", async () => {
      await using mine = await echoServer();
      await using yours = await stdioServer({ tools: [{ name: "whisper", description: "whisper a text" }] });
      await using client = await initialized();
      const { sessionId: first } = await client.newSession({ mcpServers: [acp("mine", mine)] });
      const { sessionId: second } = await client.newSession({ mcpServers: [acp("yours", yours)] });
      await Promise.all([client.prompt(first, "whisper a text"), client.prompt(second, "whisper a text")]);
      expect(client.text(first)).toContain("none of the 1 here fits");
      expect(client.text(second)).toContain("mcp__yours__whisper answered");
    });

    it("[R59] [R119] closing one cancels its turn and ends its servers", async () => {
      await using server = await slowServer();
      await using client = await initialized();
      const { sessionId } = await client.newSession({ mcpServers: [acp("slow", server)] });
      const prompt = client.prompt(sessionId, "wait");
      await server.until("call-start");
      await client.request("session/close", { sessionId });
      await expect(prompt).resolves.toEqual({ stopReason: "cancelled" });
      await server.until("input-end");
      await expect(client.prompt(sessionId, "hello")).rejects.toMatchObject({ code: -32002 });
    });
  });

  async function connect(answers: ClientAnswers = {}, model: Model = rehearsalModel()) {
    const newId = countingIds();
    const { wire, end } = await connectAgent({ models: onlyModel(model), version: "0.0.0", newId });
    const client = scriptedClient(wire, { answers: { "session/request_permission": allow, ...answers } });
    return {
      ...client,
      async [Symbol.asyncDispose]() {
        await client.drop();
        await end();
      },
    };
  }

  async function initialized(answers?: ClientAnswers, model?: Model) {
    const client = await connect(answers, model);
    await client.initialize();
    return client;
  }
}

export function acp(name: string, server: StdioServer) {
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return { name, command: server.command, args: [...server.args], env };
}

function echoServer(): Promise<StdioServer> {
  const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  const script: ServerScript = { tools: [{ name: "echo", description: "echo a text", inputSchema }] };
  return stdioServer(script);
}

export function slowServer(): Promise<StdioServer> {
  const call = [{ type: "wait-for-release" as const, gate: "wait" }];
  return stdioServer({ tools: [{ name: "wait", description: "wait until released", call }] });
}

function failing(message: string): Model {
  return {
    ...rehearsalModel(),
    id: "failing",
    async *answer() {
      yield { type: "text-delta", text: "Let me see" };
      throw new Error(message);
    },
  };
}

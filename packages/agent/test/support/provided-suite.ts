/**
 * What an agent does with an MCP server that its client provides over ACP, whatever is between them: ours alone or in the
 * gateway, another one behind the proxy.
 */

import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { allow, type ClientAnswers, type ScriptedClient } from "@tenon/testkit/acp";
import { type ProvidedServer, providedServer, providing, type Providing, type ServerScript } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

export interface ProvidedStage {
  /** A client that has introduced itself to an agent. The agent calls the tool of `editor` that its prompt names. */
  connect(options: ProvidedStageOptions): Promise<ScriptedClient & AsyncDisposable>;
  /** The agent calls nothing that it has not seen in a list. */
  readonly waitsForTools?: boolean;
}

export interface ProvidedStageOptions {
  readonly answers: ClientAnswers;
  readonly capabilities: ClientCapabilities;
  /** The one that the prompts of this case name. */
  readonly tool: string;
}

const TEXT = (text: string) => ({ type: "result", result: { content: [{ type: "text", text }] } }) as const;

const EDITOR: ServerScript = {
  name: "editor",
  tools: [
    { name: "selection", description: "tells the selection", call: [TEXT("three lines")] },
    { name: "broken", call: [{ type: "error", code: -32_603, message: "the window was closed" }] },
    { name: "slow", call: [{ type: "progress", times: 3, total: 3 }, TEXT("done slowly")] },
    { name: "endless", call: [{ type: "wait-for-cancel" }] },
    {
      name: "ask",
      call: [
        {
          type: "elicit",
          params: { message: "Which?", requestedSchema: { type: "object", properties: { a: { type: "string" } } } },
        },
      ],
    },
  ],
};

export function providedSuite(stage: ProvidedStage): void {
  const declared = { type: "acp", name: "editor", serverId: "e1" };

  describe("a server that the client provides", () => {
    it("[R121] [R123] is listed and called, from the first request on with what the revision wants", async () => {
      await using run = await open(stage, { tool: "selection" });
      await run.prompt();
      expect(run.text()).toContain("three lines");
      const methods = run.provider.asked.map(({ method }) => method);
      expect(methods.filter((method) => method !== "subscriptions/listen")).toEqual([
        "server/discover",
        "tools/list",
        "tools/call",
      ]);
      for (const { serverId, requestId, params } of run.provider.asked) {
        expect(serverId).toBe("e1");
        expect(requestId).toMatch(/^mcp:/);
        expect(params).toMatchObject({
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": expect.any(Object),
          },
        });
      }
    });

    it("[R122] has errors that are the call's failure, and not the session's", async () => {
      await using run = await open(stage, { tool: "broken" });
      await expect(run.prompt()).resolves.toMatchObject({ stopReason: "end_turn" });
      expect(run.text()).toContain("the window was closed");
    });

    it("reports progress under the request that it belongs to", async () => {
      await using run = await open(stage, { tool: "slow" });
      await run.prompt();
      expect(run.text()).toContain("done slowly");
    });

    it("is cancelled with the turn", async () => {
      await using run = await open(stage, { tool: "endless" });
      const turn = run.prompt();
      await run.server.until("call-start", ({ tool }) => tool === "endless");
      await run.client.cancel(run.sessionId);
      await run.server.until("call-cancel");
      // Which of the two another agent sees first, the failed call or the cancellation, is chance.
      await expect(turn).resolves.toMatchObject({
        stopReason: expect.stringMatching(stage.waitsForTools ? /./ : /^cancelled$/),
      });
    });

    it("asks the user by answering that it needs input", async () => {
      const asked: unknown[] = [];
      await using run = await open(stage, {
        tool: "ask",
        capabilities: { elicitation: { form: {} } },
        answers: {
          "elicitation/create": (params) => {
            asked.push(params);
            return { action: "accept", content: { a: "the second" } };
          },
        },
      });
      await run.prompt();
      expect(asked).toMatchObject([{ message: expect.stringContaining("Which?") }]);
      expect(run.text()).toContain("the second");
    });

    it("changes its tools, which the agent is notified of through its subscription", async () => {
      await using run = await open(stage, { tool: "later" });
      await run.server.until("message", ({ message }) => message["method"] === "subscriptions/listen");
      let lists = 0;
      run.server.changeTools({ add: [{ name: "later", call: [TEXT("it came later")] }] });
      await run.server.until("message", ({ message }) => message["method"] === "tools/list" && (lists += 1) === 2);
      await run.prompt();
      expect(run.text()).toContain("it came later");
    });

    it.skipIf(stage.waitsForTools)(
      "that is gone fails its calls with the reason, and the session goes on",
      async () => {
        await using run = await open(stage, { tool: "selection", serverId: "unknown" });
        await expect(run.prompt()).resolves.toMatchObject({ stopReason: "end_turn" });
        expect(run.text()).not.toContain("three lines");
      },
    );

    it("may answer twice, for unknown requests and with garbage, and the session goes on", async () => {
      await using run = await open(stage, { tool: "selection" });
      const { client } = run;
      await client.notify("mcp/message", { serverId: "e1", requestId: "mcp:none", method: "notifications/progress" });
      await client.notify("mcp/message", { serverId: "none", requestId: 5, method: {} });
      await client.notify("mcp/message", "what");
      await client.send({ jsonrpc: "2.0", id: 4_711, result: { result: {} } });
      await client.send({ jsonrpc: "2.0", id: "made up", error: { code: 1, message: "no" } });
      await run.prompt();
      expect(run.text()).toContain("three lines");
    });

    it.each([
      ["is declared with an id", { type: "acp", name: "editor", id: "e1" }],
      ["refuses the newer one", declared],
    ])("is reached in the older form if it %s", async (_, entry) => {
      await using run = await open(stage, { tool: "selection", speaks: "older", entry });
      await run.prompt();
      expect(run.text()).toContain("three lines");
      expect(run.provider.asked.find(({ method }) => method === "tools/call")).toHaveProperty("connectionId");
    });

    it("asks the user with a request of its own in the older form", async () => {
      await using run = await open(stage, {
        tool: "ask",
        speaks: "older",
        revision: "2025-11-25",
        capabilities: { elicitation: { form: {} } },
        answers: { "elicitation/create": () => ({ action: "accept", content: { a: "the third" } }) },
      });
      await run.prompt();
      expect(run.text()).toContain("the third");
    });
  });
}

interface RunOptions {
  readonly tool: string;
  readonly serverId?: string;
  readonly speaks?: "newer" | "older";
  readonly revision?: "2025-11-25";
  readonly entry?: object;
  readonly capabilities?: ClientCapabilities;
  readonly answers?: ClientAnswers;
}

interface ProvidedRun extends AsyncDisposable {
  readonly client: ScriptedClient;
  readonly server: ProvidedServer;
  readonly provider: Providing;
  readonly sessionId: string;
  prompt(): ReturnType<ScriptedClient["prompt"]>;
  text(): string;
}

async function open(stage: ProvidedStage, options: RunOptions): Promise<ProvidedRun> {
  const { tool, serverId = "e1", speaks, revision = "2026-07-28" } = options;
  const server = providedServer({ ...EDITOR, revision });
  const provider = providing({ e1: server }, speaks ? { speaks } : {});
  const client = await stage.connect({
    tool,
    capabilities: options.capabilities ?? {},
    answers: { "session/request_permission": allow, ...provider.answers, ...options.answers },
  });
  provider.through(client);
  const entry = options.entry ?? { type: "acp", name: "editor", serverId };
  const { sessionId } = await client.request<{ sessionId: string }>("session/new", { cwd: "/", mcpServers: [entry] });
  return {
    client,
    server,
    provider,
    sessionId,
    prompt: () => client.prompt(sessionId, `call mcp__editor__${tool}`),
    text: () => JSON.stringify(client.updates(sessionId)),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

import type { OpenSessionHub } from "@tenon/hub";
import { openHub as hubOf } from "@tenon/hub";
import { startHttpServer, startSseServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { scriptedModel, serverTools } from "../scripted-model.ts";
import { acp, echoServer } from "./suite-servers.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function newSessionCases(stage: SuiteStage): void {
  describe("session/new", () => {
    it.each(["src", "./src", "../src", ".", "", "~/project", "file:///tmp", null, 7, undefined])(
      "[R40] refuses the working directory %j, however a session is opened",
      async (cwd) => {
        await using client = await stage.initialized();
        const { sessionId } = await client.newSession();
        const message = expect.stringContaining("must be an absolute path");
        const refused = { code: -32602, message, data: { path: "cwd" } };
        await expect(client.request("session/new", { cwd, mcpServers: [] })).rejects.toMatchObject(refused);
        // A gateway attaches a client that leaves it out to a live session.
        for (const method of typeof cwd === "string" ? ["session/load", "session/resume"] : []) {
          const opened = client.request(method, { sessionId, cwd, mcpServers: [] });
          await expect(opened).rejects.toMatchObject({ code: -32602 });
        }
        const { sessions } = await client.request("session/list", {});
        expect(sessions).toMatchObject([{ sessionId, cwd: "/" }]);
      },
    );

    it("[A-01] [A-15] [A-21] takes servers over every transport that it advertises", async () => {
      const inputSchema = { type: "object", properties: {}, required: [] };
      const script = (name: string) => ({ tools: [{ name, description: `call ${name}`, inputSchema }] });
      await using http = await startHttpServer(script("streaming"));
      await using sse = await startSseServer(script("oldish"));
      await using client = await stage.initialized();
      const { sessionId } = await client.newSession({
        mcpServers: [
          { type: "http", name: "web", url: http.url, headers: [] },
          { type: "sse", name: "old", url: sse.url, headers: [] },
        ],
      });
      await client.prompt(sessionId, "streaming");
      await client.prompt(sessionId, "oldish");
      expect(client.text(sessionId)).toBe("{}{}");
    });

    it("[A-05] [P46] [P85] answers although a server never does, and the prompt can use the others", async () => {
      await using good = await echoServer();
      await using silent = await stdioServer({ misbehaviour: { silentOn: ["initialize", "server/discover"] } });
      const openHub: OpenSessionHub = (options) => hubOf({ ...options, limits: { waitMs: 10 } });
      await using client = await stage.initialized({
        capabilities: { _meta: { tenon: {} } },
        agent: { services: async () => ({ openHub }) },
      });
      const { sessionId } = await client.newSession({ mcpServers: [acp("good", good), acp("silent", silent)] });
      await client.transcript.when(({ text }) => text.includes("_tenon/receipt") && text.includes('"listed"'));
      await client.prompt(sessionId, 'echo text="hello"');
      expect(client.text(sessionId)).toContain(`{"text":"hello"}`);
    });

    it("[A-08] [P85] a server that cannot be started costs only its own tools", async () => {
      await using good = await echoServer();
      await using client = await stage.initialized();
      const missing = { name: "missing", command: "/no/such/program", args: [], env: [] };
      const { sessionId } = await client.newSession({ mcpServers: [missing, acp("good", good)] });
      await client.prompt(sessionId, 'echo text="hello"');
      expect(client.text(sessionId)).toContain(`{"text":"hello"}`);
    });

    it("[R43] [R111] [A-07] takes lists that are left out, null, or of the older kinds", async () => {
      await using client = await stage.initialized();
      const server = { name: "missing", command: "/no/such/program" };
      const setups: readonly object[] = [
        {},
        { mcpServers: null, additionalDirectories: null },
        { mcpServers: [server] },
        { mcpServers: [{ ...server, type: "stdio", args: null, env: null }] },
        { mcpServers: [{ ...server, env: { KEY: "value" } }] },
      ];
      for (const setup of setups) {
        await expect(client.request("session/new", { cwd: "/", ...setup })).resolves.toHaveProperty("sessionId");
      }
    });

    it("[R44] [R45] [I-05] gives each session an id of its own, and mentions none before its answer", async () => {
      await using client = await stage.initialized();
      const made = await Promise.all(Array.from({ length: 5 }, () => client.newSession()));
      expect(new Set(made.map(({ sessionId }) => sessionId)).size).toBe(5);
      await client.transcript.when(({ text }) => text.includes("available_commands_update"));
      const introduced = new Set<string>();
      const early = client.transcript.messages("agent").filter((message) => {
        if ("result" in message) introduced.add(Object(message.result).sessionId);
        return "method" in message && !introduced.has(Object(message.params).sessionId);
      });
      expect(early).toEqual([]);
    });

    it("[R53] [R42] takes more folders, each of them absolute, and forgets them when they are not sent again", async () => {
      const model = scriptedModel([]);
      await using client = await stage.initialized({ model });
      await expect(client.newSession({ additionalDirectories: ["src"] })).rejects.toMatchObject({ code: -32602 });
      const { sessionId } = await client.newSession({ cwd: "/usr", additionalDirectories: ["/etc", "/opt"] });
      await client.prompt(sessionId, "hello");
      expect(model.requests[0]?.system.join("\n")).toContain("You may also work in: /etc, /opt.");
      await client.request("session/close", { sessionId });
      await client.request("session/load", { sessionId, cwd: "/usr", mcpServers: [] });
      await client.prompt(sessionId, "hello");
      expect(model.requests.at(-1)?.system.join("\n")).not.toContain("/etc");
    });

    it("[R109] [R113] [R115] the tools of every server are offered, and every request has the headers it was given", async () => {
      await using http = await startHttpServer({ tools: [{ name: "one" }] });
      await using sse = await startSseServer({ tools: [{ name: "two" }] });
      const model = scriptedModel([]);
      await using client = await stage.initialized({ model });
      const headers = [{ name: "X-Colour", value: "red" }];
      const { sessionId } = await client.newSession({
        mcpServers: [
          { type: "http", name: "a", url: http.url, headers },
          { type: "sse", name: "b", url: sse.url, headers },
        ],
      });
      await client.prompt(sessionId, "hello");
      expect(serverTools(model.requests[0])).toEqual(["mcp__a__one", "mcp__b__two"]);
      for (const server of [http, sse]) {
        const requests = (await server.recorded()).filter((record) => record.type === "http-request");
        expect(requests.map((request) => request.headers["x-colour"])).toEqual(requests.map(() => "red"));
        expect(requests).not.toEqual([]);
      }
    });
  });
}

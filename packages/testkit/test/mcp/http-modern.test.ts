/**
 * Streamable HTTP of MCP 2026-07-28: one POST at a time, everything in the request, and errors that say so.
 */

import { describe, expect, it } from "vitest";

import { startHttpServer, type ServerScript } from "../../src/mcp/index.ts";
import { eventsOf, modern, open, post, postModern, type Message } from "./raw-http.ts";

const revision = "2026-07-28" as const;
const script: ServerScript = {
  revision,
  tools: [
    {
      name: "query",
      inputSchema: {
        type: "object",
        properties: {
          region: { type: "string", "x-mcp-header": "Region" },
          limit: { type: "object", properties: { rows: { type: "integer", "x-mcp-header": "Rows" } } },
        },
      },
    },
    { name: "grüße" },
    { name: "stuck", call: [{ type: "wait-for-cancel" }] },
    { name: "ask", call: [{ type: "roots" }] },
  ],
  resources: [{ uri: "a:1", name: "a", text: "one" }],
};

describe("a result", () => {
  it("says that it is complete, who made it and how long it may be kept", async () => {
    await using server = await startHttpServer({ ...script, cache: { ttlMs: 1000, cacheScope: "public" } });
    const { status, messages } = await postModern(server, 1, "server/discover");
    expect(status).toBe(200);
    expect(messages).toMatchObject([
      {
        result: {
          resultType: "complete",
          supportedVersions: [revision],
          capabilities: { tools: { listChanged: true } },
          ttlMs: 1000,
          cacheScope: "public",
          _meta: { "io.modelcontextprotocol/serverInfo": { name: "scripted-server" } },
        },
      },
    ]);
  });
});

describe("a request is refused", () => {
  const codeOf = ({ status, messages }: { status: number; messages: readonly Message[] }) => {
    const error = messages[0]?.["error"];
    return { status, ...(typeof error === "object" && error) };
  };

  it("with 400 and -32022, and the versions spoken, for an unknown version", async () => {
    await using server = await startHttpServer(script);
    const _meta = { "io.modelcontextprotocol/protocolVersion": "1900-01-01" };
    const { message, headers } = modern(1, "tools/list", { _meta });
    const refused = await post(server, message, { headers: { ...headers, "mcp-protocol-version": "1900-01-01" } });
    const data = { supported: [revision], requested: "1900-01-01" };
    expect(codeOf(refused)).toMatchObject({ status: 400, code: -32022, data });
  });

  it("with 400 and -32602 for an envelope that lacks something", async () => {
    await using server = await startHttpServer(script);
    const { message, headers } = modern(1, "tools/list", {
      _meta: { "io.modelcontextprotocol/clientCapabilities": 0 },
    });
    expect(codeOf(await post(server, message, { headers }))).toMatchObject({ status: 400, code: -32602 });
  });

  it.each([
    ["mcp-protocol-version", "2025-11-25"],
    ["mcp-method", "tools/list"],
    ["mcp-name", "other"],
    ["mcp-param-region", "elsewhere"],
    ["mcp-param-rows", "11"],
  ])("with 400 and -32020 when %s is missing or differs", async (name, wrong) => {
    await using server = await startHttpServer(script);
    const { message, headers } = modern(1, "tools/call", {
      name: "query",
      arguments: { region: "here", limit: { rows: 10 } },
    });
    const right: Record<string, string> = { ...headers, "mcp-param-region": "here", "mcp-param-rows": "10" };
    expect(codeOf(await post(server, message, { headers: right }))).toEqual({ status: 200 });
    const differs = await post(server, message, { headers: { ...right, [name]: wrong } });
    expect(codeOf(differs)).toMatchObject({ status: 400, code: -32020 });
    const { [name]: _, ...others } = right;
    expect(codeOf(await post(server, message, { headers: others }))).toMatchObject({ status: 400, code: -32020 });
  });

  it("not for a name that had to be encoded, unless it was encoded wrongly", async () => {
    await using server = await startHttpServer(script);
    const { message, headers } = modern(1, "tools/call", { name: "grüße" });
    const encoded = `=?base64?${Buffer.from("grüße").toString("base64")}?=`;
    expect(codeOf(await post(server, message, { headers: { ...headers, "mcp-name": encoded } })).status).toBe(200);
    const broken = encoded.replace("?=", "!?=");
    const refused = await post(server, message, { headers: { ...headers, "mcp-name": broken } });
    expect(codeOf(refused)).toMatchObject({ status: 400, code: -32020 });
  });

  it("with 400 and -32021 when the client cannot do what the tool needs", async () => {
    await using server = await startHttpServer(script);
    const data = { requiredCapabilities: { roots: {} } };
    const refused = codeOf(await postModern(server, 1, "tools/call", { name: "ask" }));
    expect(refused).toMatchObject({ status: 400, code: -32021, data });
  });

  it("with 404 and -32601 for a method there is not, also those of the older revision", async () => {
    await using server = await startHttpServer(script);
    for (const method of ["no/such", "ping", "logging/setLevel", "resources/subscribe"]) {
      expect(codeOf(await postModern(server, 1, method))).toMatchObject({ status: 404, code: -32601 });
    }
  });

  it("in its own words for a resource there is not", async () => {
    await using server = await startHttpServer(script);
    const refused = codeOf(await postModern(server, 1, "resources/read", { uri: "a:2" }));
    expect(refused).toMatchObject({ status: 200, code: -32602 });
  });

  it("with 405 when it is a GET or a DELETE", async () => {
    await using server = await startHttpServer(script);
    for (const method of ["GET", "DELETE"]) expect((await fetch(server.url, { method })).status).toBe(405);
  });
});

it("[P79] a call is cancelled by leaving", async () => {
  await using server = await startHttpServer(script);
  const { message, headers } = modern(1, "tools/call", { name: "stuck" });
  const leave = new AbortController();
  await open(server, message, { headers, signal: leave.signal });
  leave.abort();
  expect(await server.until("call-cancel")).toMatchObject({ tool: "stuck", by: "disconnect" });
});

describe("a server that needs input", () => {
  const _meta = { "io.modelcontextprotocol/clientCapabilities": { roots: {} } };

  it("answers with its question and its state, and goes on when both come back", async () => {
    await using server = await startHttpServer(script);
    const asked = await postModern(server, 1, "tools/call", { name: "ask", _meta });
    const result = {
      resultType: "input_required",
      inputRequests: { "step-0": { method: "roots/list" } },
      requestState: expect.any(String),
    };
    expect(asked.messages).toMatchObject([{ result }]);
    const requestState = /"requestState":"([^"]+)"/.exec(asked.text)?.[1];
    const inputResponses = { "step-0": { roots: [] } };
    const answered = await postModern(server, 2, "tools/call", { name: "ask", _meta, requestState, inputResponses });
    expect(answered.messages).toMatchObject([{ result: { content: [{ text: `{"roots":[]}` }] } }]);
    expect((await server.recorded()).filter((record) => record.type === "call-start")).toHaveLength(1);

    const forgotten = await postModern(server, 3, "tools/call", { name: "ask", _meta, requestState });
    expect(forgotten.messages).toMatchObject([{ result: { resultType: "input_required" } }]);
  });

  it("refuses a state that is not its own", async () => {
    await using server = await startHttpServer(script);
    const forged = Buffer.from(`{"tool":"query","call":1,"step":0,"findings":[]}`).toString("base64url");
    for (const requestState of ["nonsense", forged]) {
      const { messages } = await postModern(server, 1, "tools/call", { name: "ask", _meta, requestState });
      expect(messages).toMatchObject([{ error: { code: -32602 } }]);
    }
  });
});

describe("a subscription", () => {
  const listen = async (server: { readonly url: string }, notifications: object) => {
    const { message, headers } = modern("listen", "subscriptions/listen", { notifications });
    return eventsOf(await open(server, message, { headers }));
  };

  it("[O-19] acknowledges what it will receive, and receives that only", async () => {
    await using server = await startHttpServer(script);
    const stream = await listen(server, {
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: ["a:1"],
    });
    const acknowledged = await stream.next();
    expect(acknowledged).toContain(`"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:1"]}`);
    expect(acknowledged).toContain(`"io.modelcontextprotocol/subscriptionId":"listen"`);
    server.notifyListChanged("resources");
    server.notify("notifications/resources/updated", { uri: "a:2" });
    server.notify("notifications/resources/updated", { uri: "a:1" });
    expect(await stream.next()).toContain(`"uri":"a:1"`);
    server.notifyListChanged();
    expect(await stream.next()).toContain("notifications/tools/list_changed");
    await stream.cancel();
    await server.until("listener-leave");
  });

  it("ends with a result when the server ends it, and without when it is cut", async () => {
    await using server = await startHttpServer(script);
    const ended = await listen(server, { toolsListChanged: true });
    await ended.next();
    server.closeStreams("end");
    expect(await ended.next()).toContain(`"resultType":"complete"`);
    expect(await ended.next()).toBeUndefined();
    const cut = await listen(server, { toolsListChanged: true });
    await cut.next();
    server.closeStreams("cut");
    expect(await cut.next()).toBeUndefined();
  });
});

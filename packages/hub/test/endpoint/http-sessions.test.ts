import { startHttpServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft } from "../open-test-hub.ts";
import { openTestEndpoint } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const way = { door: "http", revision: "2025-11-25" } as const;
const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

describe("a session of the 2025 revisions over HTTP", () => {
  it("ends with DELETE, and then its id is unknown", async () => {
    await using endpoint = await openTestEndpoint([]);
    const session = await begin(endpoint.url);
    expect((await send(endpoint.url, { method: "tools/list", id: 2 }, session)).status).toBe(200);
    expect((await fetch(endpoint.url, { method: "DELETE", headers: { "mcp-session-id": session } })).status).toBe(200);
    const later = await send(endpoint.url, { method: "tools/list", id: 3 }, session);
    expect(later.status).toBe(404);
    expect(await later.json()).toMatchObject({ error: { code: -32_001 } });
  });

  it("is required, and unknown ids are refused", async () => {
    await using endpoint = await openTestEndpoint([]);
    expect((await send(endpoint.url, { method: "tools/list", id: 1 })).status).toBe(400);
    expect((await send(endpoint.url, { method: "tools/list", id: 1 }, "made-up")).status).toBe(404);
    expect((await fetch(endpoint.url, { headers: { accept: "text/event-stream" } })).status).toBe(400);
    expect((await fetch(endpoint.url, { method: "DELETE" })).status).toBe(400);
    expect((await fetch(endpoint.url, { method: "PUT" })).status).toBeGreaterThanOrEqual(400);
  });

  it("survives what is not MCP", async () => {
    await using endpoint = await openTestEndpoint([]);
    for (const body of ["", "{", "[]", "7", "null", '{"jsonrpc":"2.0"}', "\u0000".repeat(100)]) {
      const response = await fetch(endpoint.url, { method: "POST", headers: HEADERS, body });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    const text = await fetch(endpoint.url, { method: "POST", body: JSON.stringify(initialize) });
    expect(text.status).toBeGreaterThanOrEqual(400);
    await begin(endpoint.url);
  });

  it("[W3] [W5] makes room for new ones: the least recently used is ended", async () => {
    await using endpoint = await openTestEndpoint([], { endpoint: { maxSessions: 2 } });
    const [first, second] = [await begin(endpoint.url), await begin(endpoint.url)];
    await (await send(endpoint.url, { method: "tools/list", id: 2 }, first)).text();
    const third = await begin(endpoint.url);
    const statuses = [first, second, third].map(
      async (session) => (await send(endpoint.url, { method: "tools/list", id: 3 }, session)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 200]);
  });

  it("[W22] answers with an event stream from the first moment", async () => {
    await using server = await startHttpServer({ tools: [{ name: "work", call: [{ type: "wait-for-release" }] }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
    const session = await begin(endpoint.url);
    const call = { method: "tools/call", id: 2, params: { name: "s__work", arguments: {} } };
    // Its headers are there before the call has ended.
    const response = await send(endpoint.url, call, session);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    server.release("work");
    expect(await response.text()).toContain('"id":2');
  });

  it("gives a client whose stream broke the answer that it missed", async () => {
    await using server = await startHttpServer({ tools: [{ name: "work", call: [{ type: "wait-for-release" }] }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
    const session = await begin(endpoint.url);
    const leaving = new AbortController();
    const call = { method: "tools/call", id: 2, params: { name: "s__work", arguments: {} } };
    const broken = await send(endpoint.url, call, session, leaving.signal);
    const lastId = await firstEventId(broken);
    leaving.abort();
    server.release("work");
    await endpoint.untilEvent("ended");
    const headers = { ...HEADERS, "mcp-session-id": session, "last-event-id": lastId };
    const resumed = await fetch(endpoint.url, { headers });
    expect(await resumed.text()).toContain('"id":2');
  });

  it("[W4] ends with the endpoint in the middle of a call, and its streams close", async () => {
    await using server = await startHttpServer({ tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }] });
    await using endpoint = await openTestEndpoint([httpSpec("s", server)]);
    const client = await endpoint.join(way);
    await endpoint.untilListening(client);
    const calling = client.callTool({ name: "s__wait", arguments: {} }).catch((error: unknown) => error);
    await server.until("call-start");
    await endpoint.close();
    await server.until("call-cancel");
    await client.close();
    expect(await calling).toBeInstanceOf(Error);
    expect((await endpoint.handle(new Request(endpoint.url))).status).toBe(503);
  });
});

async function send(
  url: string,
  message: Record<string, unknown>,
  session?: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers = { ...HEADERS, ...(session !== undefined && { "mcp-session-id": session }) };
  return await fetch(url, { method: "POST", headers, signal, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
}

async function begin(url: string): Promise<string> {
  const response = await send(url, initialize);
  expect(await response.text()).toContain("protocolVersion");
  const session = response.headers.get("mcp-session-id") ?? "";
  await send(url, { method: "notifications/initialized" }, session);
  return session;
}

async function firstEventId(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  return /^id: (.*)$/m.exec(new TextDecoder().decode(value))?.[1] ?? "";
}

/**
 * Streamable HTTP of MCP 2025-11-25: sessions, the GET stream, and coming back to a stream.
 */

import { describe, expect, it } from "vitest";

import { startHttpServer } from "../../src/mcp/index.ts";
import { eventsOf, openSession, post } from "./raw-http.ts";

const ping = { id: 1, method: "ping" };

const get = (server: { readonly url: string }, headers: Record<string, string>) =>
  fetch(server.url, { headers: { accept: "text/event-stream", ...headers } });

describe("a session", () => {
  it("is opened by initialize, and required from then on", async () => {
    await using server = await startHttpServer({ tools: [] });
    expect((await post(server, ping)).status).toBe(400);
    const headers = await openSession(server);
    expect(headers["mcp-session-id"]).toMatch(/^[\x21-\x7E]+$/);
    expect((await post(server, ping, { headers })).status).toBe(200);
    expect((await post(server, { method: "notifications/progress" }, { headers })).status).toBe(202);
  });

  it("[P36] is answered with 404 once it has expired, until there is a new one", async () => {
    await using server = await startHttpServer({ tools: [] });
    const headers = await openSession(server);
    server.expireSessions();
    expect(await post(server, ping, { headers })).toMatchObject({ status: 404 });
    expect((await get(server, headers)).status).toBe(404);
    expect((await post(server, ping, { headers: await openSession(server) })).status).toBe(200);
  });

  it("[P36] is lost in a restart, with everything else that was remembered", async () => {
    await using server = await startHttpServer({ tools: [] });
    const headers = await openSession(server);
    server.changeTools({ add: [{ name: "added" }] });
    await server.restart();
    expect((await post(server, ping, { headers })).status).toBe(404);
    const again = await openSession(server);
    const { messages } = await post(server, { id: 2, method: "tools/list" }, { headers: again });
    expect(messages).toMatchObject([{ result: { tools: [] } }]);
  });

  it("[P43] is ended by DELETE, which is recorded", async () => {
    await using server = await startHttpServer({ tools: [] });
    const headers = await openSession(server);
    expect((await fetch(server.url, { method: "DELETE", headers })).status).toBe(200);
    expect((await post(server, ping, { headers })).status).toBe(404);
    expect(await server.until("http-request", ({ httpMethod }) => httpMethod === "DELETE")).toMatchObject({ headers });
  });

  it("is not needed by a server without sessions, which has no GET stream either", async () => {
    await using server = await startHttpServer({ tools: [], http: { sessions: "stateless" } });
    const { headers } = await post(server, { id: 1, method: "initialize", params: {} });
    expect(headers.has("mcp-session-id")).toBe(false);
    expect((await post(server, ping)).status).toBe(200);
    expect((await get(server, {})).status).toBe(405);
  });

  it("is not for pages of other sites, nor for unknown versions", async () => {
    await using server = await startHttpServer({ revision: "2025-11-25" });
    const headers = await openSession(server);
    expect((await post(server, ping, { headers: { ...headers, origin: "https://example.com" } })).status).toBe(403);
    expect((await post(server, ping, { headers: { ...headers, origin: "http://localhost:3000" } })).status).toBe(200);
    expect((await post(server, ping, { headers: { ...headers, "mcp-protocol-version": "1999" } })).status).toBe(400);
  });
});

describe("the GET stream", () => {
  it("[O-02] carries what belongs to no request, also what was sent before it was open", async () => {
    await using server = await startHttpServer({ tools: [], resources: [{ uri: "a:1", name: "a" }] });
    const headers = await openSession(server);
    server.notifyListChanged();
    const stream = eventsOf(await get(server, headers));
    expect(await stream.next()).toContain("notifications/tools/list_changed");
    await server.until("listener-join");

    server.notify("notifications/resources/updated", { uri: "a:1" });
    await post(server, { id: 2, method: "resources/subscribe", params: { uri: "a:1" } }, { headers });
    server.notifyListChanged("resources");
    expect(await stream.next()).toContain("notifications/resources/list_changed");
    server.notify("notifications/resources/updated", { uri: "a:1" });
    expect(await stream.next()).toContain("notifications/resources/updated");
    await stream.cancel();
    await server.until("listener-leave");
  });

  it.each(["end", "cut"] as const)("[P42] is closed when the test says so: %s", async (how) => {
    await using server = await startHttpServer({ tools: [] });
    const headers = await openSession(server);
    const stream = eventsOf(await get(server, headers));
    await server.until("listener-join");
    server.closeStreams(how);
    expect(await stream.next()).toBeUndefined();
    server.notifyListChanged();
    const next = eventsOf(await get(server, headers));
    expect(await next.next()).toContain("notifications/tools/list_changed");
    await next.cancel();
  });
});

describe("answers", () => {
  it("come as a stream for calls and as JSON for the rest", async () => {
    const call = [{ type: "progress", times: 1 }, { type: "echo" }] as const;
    await using server = await startHttpServer({ tools: [{ name: "steps", call }] });
    const headers = await openSession(server);
    const params = { name: "steps", _meta: { progressToken: 1 } };
    const answers = [
      await post(server, ping, { headers }),
      await post(server, { id: 1, method: "tools/call", params }, { headers }),
    ];
    const types = answers.map((answer) => answer.headers.get("content-type"));
    expect(types).toEqual(["application/json", "text/event-stream"]);
  });

  it("are gone with their stream", async () => {
    const call = [{ type: "close-stream", how: "end" }, { type: "echo" }] as const;
    await using server = await startHttpServer({ tools: [{ name: "interrupted", call }] });
    const headers = await openSession(server);
    const { text } = await post(server, { id: 1, method: "tools/call", params: { name: "interrupted" } }, { headers });
    expect(text).toBe("");
  });
});

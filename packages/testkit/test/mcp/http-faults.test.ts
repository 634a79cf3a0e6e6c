/**
 * What HTTP servers, and what stands in front of them, answer instead of an answer.
 */

import { describe, expect, it } from "vitest";

import { httpFault, startHttpServer, type HttpFault } from "../../src/mcp/index.ts";
import { eventsOf, open, post } from "./raw-http.ts";

const ping = { id: 1, method: "ping" };

/** A server without sessions, so that every message can be the first. */
const startWith = (...faults: readonly HttpFault[]) =>
  startHttpServer({ http: { sessions: "stateless" }, tools: [{ name: "echo" }], misbehaviour: { http: { faults } } });

const get = (server: { readonly url: string }, headers: Record<string, string> = {}) =>
  fetch(server.url, { headers: { accept: "text/event-stream", ...headers } });

describe("the GET stream", () => {
  it.each([405, 404, 406, 400])("[P37] is refused with %i, while POST works", async (status) => {
    await using server = await startWith(httpFault.noGetStream(status));
    expect((await get(server)).status).toBe(status);
    expect((await post(server, ping)).status).toBe(200);
  });

  it("[P37] is answered with JSON", async () => {
    await using server = await startWith(httpFault.getAnsweredWithJson());
    const response = await get(server);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ status: "ok" });
  });
});

describe("refusals", () => {
  it("[R-03] 401 with a challenge", async () => {
    const challenge = `Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`;
    await using server = await startWith(httpFault.unauthorized({ challenge }));
    const { status, headers } = await post(server, ping);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe(challenge);
  });

  it("[R-06] 401 without one, once", async () => {
    await using server = await startWith(httpFault.unauthorized({ times: 1 }));
    const { status, headers } = await post(server, ping);
    expect(status).toBe(401);
    expect(headers.has("www-authenticate")).toBe(false);
    expect((await post(server, ping)).status).toBe(200);
  });

  it("[P38] 403", async () => {
    await using server = await startWith(httpFault.forbidden());
    expect(await post(server, ping)).toMatchObject({ status: 403, text: "Forbidden" });
  });

  it.each([429, 503] as const)("[O-15] %i with the time to wait, for one method only", async (status) => {
    const when = { method: "tools/call" };
    await using server = await startWith(httpFault.busy({ status, retryAfterSeconds: 7, when }));
    expect((await post(server, ping)).status).toBe(200);
    const refused = await post(server, { id: 2, method: "tools/call", params: { name: "echo" } });
    expect(refused.status).toBe(status);
    expect(refused.headers.get("retry-after")).toBe("7");
  });
});

describe("answers that are none", () => {
  it("a web page, with 200", async () => {
    await using server = await startWith(httpFault.webPage());
    const { status, headers, text } = await post(server, ping);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(text).toContain("Please sign in");
  });

  it("the right answer under a wrong content type", async () => {
    await using server = await startWith({ answer: { type: "mislabel", contentType: "text/plain" } });
    const { headers, text } = await post(server, ping);
    expect(headers.get("content-type")).toBe("text/plain");
    expect(JSON.parse(text)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  it.each(["end", "cut"] as const)("[P40] a stream without an event: %s", async (ending) => {
    await using server = await startWith({ answer: { type: "empty-stream", ending } });
    const response = await open(server, ping);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await eventsOf(response).next()).toBeUndefined();
  });

  it("[P46] nothing at all, though the request was taken", async () => {
    await using server = await startWith({ times: 1, answer: { type: "stall" } });
    const stalled = post(server, ping);
    await server.until("http-request");
    await post(server, ping);
    expect(await Promise.race([stalled, Promise.resolve("still waiting")])).toBe("still waiting");
    await server.close();
    await expect(stalled).rejects.toThrow("fetch failed");
  });

  it("[O-08] a dropped connection", async () => {
    await using server = await startWith({ times: 1, answer: { type: "cut" } });
    await expect(post(server, ping)).rejects.toThrow("fetch failed");
    expect((await post(server, ping)).status).toBe(200);
  });
});

describe("redirects", () => {
  it.each([307, 308] as const)("[P44] %i to another path of the same server, which answers", async (status) => {
    await using server = await startWith(httpFault.redirect({ status, to: "/mcp/moved" }));
    expect(await open(server, ping)).toMatchObject({ status });
    const followed = await fetch(server.url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer secret" },
      body: JSON.stringify({ jsonrpc: "2.0", ...ping }),
    });
    expect(await followed.json()).toMatchObject({ result: {} });
    const [, , last] = server.requests;
    expect(last).toMatchObject({ path: "/mcp/moved", headers: { authorization: "Bearer secret" } });
  });

  it("[P44] to another server, which records what arrives there", async () => {
    await using other = await startWith();
    await using server = await startWith(httpFault.redirect({ status: 307, to: other.url }));
    const response = await fetch(server.url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer secret", "x-api-key": "secret" },
      body: JSON.stringify({ jsonrpc: "2.0", ...ping }),
    });
    expect(response.status).toBe(200);
    // fetch protects the one and leaks the other.
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(other.requests[0]?.headers).toHaveProperty("x-api-key", "secret");
  });
});

it("[R-02] records every request whole: a header that came twice has both values", async () => {
  await using server = await startWith();
  const headers = new Headers([
    ["content-type", "application/json"],
    ["x-key", "one"],
    ["x-key", "two"],
  ]);
  await fetch(`${server.url}?from=test`, { method: "POST", headers, body: "no message" });
  expect(server.requests).toMatchObject([
    { httpMethod: "POST", path: "/mcp", headers: { "x-key": "one, two" }, body: "no message" },
  ]);
  expect(await server.until("unreadable")).toMatchObject({ text: "no message" });
});

it("a fault can be added while the server runs", async () => {
  await using server = await startWith();
  expect((await post(server, ping)).status).toBe(200);
  server.addFault({ times: 1, answer: { type: "status", status: 502, body: "<html>Bad Gateway</html>" } });
  expect((await post(server, ping)).status).toBe(502);
  expect((await post(server, ping)).status).toBe(200);
});

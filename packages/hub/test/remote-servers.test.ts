import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { httpFault, type HttpFault, type ServerScript, startHttpServer, startSseServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft, httpSpec, openTestHub } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const echo = { name: "echo", description: "echo" };
const revisions = ["2025-11-25", "2026-07-28"] as const;

describe.each(revisions)("a remote server that speaks %s", (revision) => {
  it("is listed and called", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.ready();
    await expect(hub.call("mcp__web__echo", { text: "hi" })).resolves.toMatchObject({
      raw: { content: [{ type: "text" }] },
    });
    expect(hub.servers[0]?.info?.revision).toBe(revision);
  });

  it("[R113] [R-02] gets our headers with every request, once", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    await using hub = openTestHub([httpSpec("web", server, { "X-Api-Key": "k", Authorization: "Bearer t" })]);
    await hub.ready();
    await hub.call("mcp__web__echo", {});
    await hub.close();
    expect(server.requests.length).toBeGreaterThan(2);
    for (const { headers } of server.requests)
      expect(headers).toMatchObject({ "x-api-key": "k", authorization: "Bearer t" });
  });

  it.each(["end", "cut"] as const)(
    "[P40] [O-12] a response stream that ends unanswered (%s) fails the call",
    async (how) => {
      await using server = await startHttpServer({
        revision,
        tools: [{ name: "gone", call: [{ type: "close-stream", how }] }, echo],
      });
      await using hub = openTestHub([httpSpec("web", server)]);
      await hub.ready();
      await expect(hub.call("mcp__web__gone", {})).rejects.toThrow("ended its response without an answer");
      await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
    },
  );

  it("[O-02] shows tools that are added while the session runs, and [P42] again after its stream has dropped", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.until("web", "listed");
    await server.until("listener-join");
    server.changeTools({ add: [{ name: "second" }] });
    await hub.untilTools((tools) => tools.includes("second"));
    server.closeStreams("cut");
    let joins = 0;
    await server.until("listener-join", () => (joins += 1) === 2);
    server.changeTools({ add: [{ name: "third" }] });
    await hub.untilTools((tools) => tools.includes("third"));
  });

  it("[P79] is notified when a call is cancelled, in the way of its revision", async () => {
    await using server = await startHttpServer({
      revision,
      tools: [{ name: "wait", call: [{ type: "wait-for-cancel" }] }],
    });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.ready();
    const cancel = new AbortController();
    const call = hub.call("mcp__web__wait", {}, { signal: cancel.signal });
    await server.until("call-start");
    cancel.abort();
    await expect(call).rejects.toThrow();
    await expect(server.until("call-cancel")).resolves.toMatchObject({
      by: revision === "2025-11-25" ? "message" : "disconnect",
    });
  });

  it("[P36] [O-01] that was restarted and has forgotten us is found again by the next call", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.ready();
    await server.restart();
    await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
  });

  it.each([400, 410, 503])("[O-14] that says with %i that our session is lost is greeted again", async (status) => {
    const error = { code: -32_001, message: "Session not found" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
    const fault: HttpFault = { when: { method: "tools/call" }, times: 1, answer: { type: "status", status, body } };
    await using server = await startHttpServer({
      revision,
      tools: [echo],
      misbehaviour: { http: { faults: [fault] } },
    });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.ready();
    await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
  });

  it("[O-11] that is down at first is there once it is up", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    await server.stop();
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.until("web", "failed");
    await server.restart();
    await hub.until("web", "listed");
    await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
  });

  it.each([500, 502, 503])(
    "[O-15] a call answered with %i fails with that status, and the next works",
    async (status) => {
      const when = { method: "tools/call" };
      const body = "<html>bad gateway</html>";
      const fault: HttpFault = { when, times: 1, answer: { type: "status", status, body } };
      await using server = await startHttpServer({
        revision,
        tools: [echo],
        misbehaviour: { http: { faults: [fault] } },
      });
      await using hub = openTestHub([httpSpec("web", server)]);
      await hub.ready();
      await expect(hub.call("mcp__web__echo", {})).rejects.toThrow(String(status));
      await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
    },
  );
});

describe("the older revision over HTTP", () => {
  const revision = "2025-11-25";

  it("[P36] [W8] [W17] an expired session is opened again once, and the call repeated once", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.ready();
    server.expireSessions();
    await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
    const initializes = server.requests.filter(({ body }) => body.includes('"initialize"'));
    expect(initializes).toHaveLength(2);
    expect((await server.recorded()).filter(({ type }) => type === "call-start")).toHaveLength(1);
  });

  it.each([400, 404, 405, 406, 500, 401])(
    "[P37] [O-09] a server that answers the GET with %i has no stream, and works",
    async (status) => {
      const faults = [httpFault.noGetStream(status)];
      await using server = await startHttpServer({ revision, tools: [echo], misbehaviour: { http: { faults } } });
      await using hub = openTestHub([httpSpec("web", server)]);
      await hub.until("web", "listed");
      await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
    },
  );

  it("[P37] nor one that answers it with JSON", async () => {
    const faults = [httpFault.getAnsweredWithJson()];
    await using server = await startHttpServer({ revision, tools: [echo], misbehaviour: { http: { faults } } });
    await using hub = openTestHub([httpSpec("web", server)]);
    await hub.until("web", "listed");
    await expect(hub.call("mcp__web__echo", {})).resolves.toBeDefined();
  });

  it("[P43] the session is ended with the hub", async () => {
    await using server = await startHttpServer({ revision, tools: [echo] });
    const hub = openTestHub([httpSpec("web", server)]);
    await hub.ready();
    await hub.close();
    expect(server.requests.map(({ httpMethod }) => httpMethod)).toContain("DELETE");
  });
});

describe("SSE", () => {
  it("a server given as sse is listed and called, with our headers", async () => {
    await using server = await startSseServer({ tools: [echo] });
    await using hub = openTestHub([{ type: "sse", name: "old", url: server.url, headers: { "X-Api-Key": "k" } }]);
    await hub.ready();
    await expect(hub.call("mcp__old__echo", {})).resolves.toBeDefined();
    for (const { headers } of server.requests) expect(headers["x-api-key"]).toBe("k");
  });

  it("[O-13] [P39] a server given as http that only knows SSE is found, and the next time at once", async () => {
    await using server = await startSseServer({ tools: [echo] });
    await using hub = openTestHub([{ type: "http", name: "old", url: server.url, headers: {} }]);
    await hub.until("old", "listed");
    const posts = () =>
      server.requests.filter(({ path, httpMethod }) => httpMethod === "POST" && path === new URL(server.url).pathname);
    const before = posts().length;
    await hub.restart("old");
    await hub.until("old", "listed", 2);
    expect(posts()).toHaveLength(before);
  });
});

describe("what is in front of a server", () => {
  it.each<[string, HttpFault, string]>([
    ["a web page", httpFault.webPage(), "text/html"],
    ["403", httpFault.forbidden(), "403"],
    ["503", httpFault.busy({ status: 503, retryAfterSeconds: 1 }), "503"],
  ])("[P38] %s is reported as it is, and not hidden behind a fallback", async (_, fault, reason) => {
    await using server = await startHttpServer({ tools: [echo], misbehaviour: { http: { faults: [fault] } } });
    await using hub = openTestHub([httpSpec("web", server)]);
    await expect(hub.until("web", "failed")).resolves.toMatchObject({ reason: expect.stringContaining(reason) });
  });

  it("[P46] [H-03] an address that takes the request and never answers delays no other server", async () => {
    const stall: HttpFault = { answer: { type: "stall" } };
    await using dead = await startHttpServer({ misbehaviour: { http: { faults: [stall] } } });
    await using good = await startHttpServer({ tools: [echo] });
    await using hub = openTestHub([httpSpec("dead", dead), httpSpec("good", good)]);
    await hub.until("good", "listed");
    await expect(hub.call("mcp__good__echo", {})).resolves.toBeDefined();
    await hub.close();
  });

  it("[A-09] [M23] a refused connection names its address and what to try", async () => {
    const gone = await startHttpServer({ tools: [echo] });
    const spec = httpSpec("web", gone);
    await gone[Symbol.asyncDispose]();
    await using hub = openTestHub([spec]);
    const { reason } = await hub.until("web", "failed");
    expect(reason).toBe(
      `connect ECONNREFUSED ${new URL(gone.url).host}: nothing listens at this address. Is the server running?`,
    );
  });

  it("[M23] a 403 shows the beginning of its body", async () => {
    const body = "<html><style>p { color: red }</style><p>Your plan has no access to this server.</p></html>";
    const faults: readonly HttpFault[] = [{ answer: { type: "status", status: 403, body } }];
    await using server = await startHttpServer({ tools: [echo], misbehaviour: { http: { faults } } });
    await using hub = openTestHub([httpSpec("web", server)]);
    await expect(hub.until("web", "failed")).resolves.toMatchObject({
      reason: "It answered with HTTP status 403: Your plan has no access to this server.",
    });
  });

  it("[M23] a plain http port that is given as https gets a hint", async () => {
    await using server = await startHttpServer({ tools: [echo] });
    const url = server.url.replace("http:", "https:");
    await using hub = openTestHub([{ type: "http", name: "web", url, headers: {} }]);
    await expect(hub.until("web", "failed")).resolves.toMatchObject({ reason: expect.stringContaining("plain http") });
  });

  it("[P44] our headers do not follow a redirect to another origin", async () => {
    const seen: string[] = [];
    const other = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.end();
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/mcp`;
    const faults = [httpFault.redirect({ status: 307, to })];
    await using server = await startHttpServer({ tools: [echo], misbehaviour: { http: { faults } } });
    await using hub = openTestHub([httpSpec("web", server, { "X-Api-Key": "secret" })]);
    await hub.until("web", "failed");
    await hub.close();
    other.close();
    expect(seen.join("")).not.toContain("secret");
  });

  it("[P44] a redirect within the origin is followed, with our headers", async () => {
    const script: ServerScript = { tools: [echo] };
    await using server = await startHttpServer(script);
    server.addFault(httpFault.redirect({ status: 308, from: "/moved", to: new URL(server.url).pathname }));
    const url = new URL("/moved", server.url).href;
    await using hub = openTestHub([{ type: "http", name: "web", url, headers: { "X-Api-Key": "k" } }]);
    await hub.until("web", "listed");
    for (const { headers } of server.requests) expect(headers["x-api-key"]).toBe("k");
  });
});

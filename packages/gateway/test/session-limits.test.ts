/**
 * How many sessions may be open, and the error for one more.
 */

import { describe, expect, it } from "vitest";

import { forAgent, openGateway } from "./support/open-gateway.ts";

const TOO_MANY = { code: -32_600, data: { code: "too_many_sessions" } };

describe("sessions that are open at once", () => {
  it("a session beyond the limit is refused with what to do", async () => {
    await using gateway = openGateway({ limits: { liveSessions: 2 } });
    await using client = await gateway.client();
    await using other = await gateway.client();
    const { sessionId } = await client.newSession();
    await other.newSession();
    const refused = { ...TOO_MANY, data: { code: "too_many_sessions", limit: 2 } };
    await expect(client.newSession()).rejects.toMatchObject(refused);
    await expect(client.newSession()).rejects.toThrow(/2 open sessions.*session\/close/);
    await client.request("session/close", { sessionId });
    await expect(client.newSession()).resolves.toBeDefined();
    await expect(client.request("session/load", { sessionId, cwd: "/", mcpServers: [] })).rejects.toMatchObject(
      TOO_MANY,
    );
  });

  it("[I-06] those that are being opened count, so that many at once are not more", async () => {
    await using gateway = openGateway({ limits: { liveSessions: 3 }, scripts: { other: {} } });
    await using client = await gateway.client();
    const asked = Array.from({ length: 8 }, (_, index) => client.newSession(index % 2 ? forAgent("other") : {}));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(gateway.gateway.counts()).toMatchObject({ liveSessions: 3 });
  });

  it("what could not be opened takes no room", async () => {
    await using gateway = openGateway({ limits: { liveSessions: 1 } });
    await using client = await gateway.client();
    await expect(client.newSession({ cwd: "not absolute" })).rejects.toBeDefined();
    await expect(client.newSession(forAgent("nobody"))).rejects.toBeDefined();
    await expect(client.request("session/resume", { sessionId: "unknown", cwd: "/" })).rejects.toBeDefined();
    await expect(client.newSession()).resolves.toBeDefined();
  });
});

describe("sessions of one connection", () => {
  it("a connection that has as many as it may leaves one, or another connection is opened", async () => {
    await using gateway = openGateway({ limits: { sessionsPerConnection: 2 } });
    await using client = await gateway.client();
    const { sessionId } = await client.newSession();
    await client.newSession();
    await expect(client.newSession()).rejects.toMatchObject({ data: { code: "too_many_sessions", limit: 2 } });
    await expect(client.newSession()).rejects.toThrow(/_tenon\/session\/detach.*another connection/);
    await using other = await gateway.client();
    await expect(other.newSession()).resolves.toBeDefined();
    await client.request("_tenon/session/detach", { sessionId });
    await expect(client.newSession()).resolves.toBeDefined();
  });

  it("joining a session that another client has open counts, and coming back to one's own does not", async () => {
    await using gateway = openGateway({ limits: { sessionsPerConnection: 1 } });
    await using client = await gateway.client();
    await using other = await gateway.client();
    const { sessionId: own } = await client.newSession();
    const { sessionId: theirs } = await other.newSession();
    const place = { cwd: "/", mcpServers: [] };
    await expect(client.request("session/load", { sessionId: theirs, ...place })).rejects.toMatchObject(TOO_MANY);
    await expect(client.request("_tenon/session/attach", { sessionId: theirs })).rejects.toMatchObject(TOO_MANY);
    await expect(client.request("session/load", { sessionId: own, ...place })).resolves.toBeDefined();
    await expect(client.request("_tenon/session/attach", { sessionId: own })).resolves.toBeDefined();
  });
});

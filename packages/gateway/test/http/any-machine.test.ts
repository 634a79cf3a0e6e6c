/** Requests of one client that reach the machines of a gateway in turn, as behind a load balancer without stickiness. */

import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { messageWire, scriptedClient, type ScriptedClient } from "@tenon/testkit/acp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { MACHINE_HEADER, signMachine, signPeer } from "../../src/machines/machine-key.ts";
import { PATIENT } from "../support/open-gateway.ts";
import { type ServedPeople, servePeople, type Someone } from "../people/support/serve-people.ts";

const SECRET = "a-secret-of-all-machines";
const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } };

let a: ServedPeople;
let b: ServedPeople;
let alice: Someone;

beforeAll(async () => {
  a = await startMachine();
  b = await startMachine({ http: { people: a.people } });
  alice = await a.add("Alice");
});
afterAll(async () => {
  await b[Symbol.asyncDispose]();
  await a[Symbol.asyncDispose]();
});

it("carries each request of ACP over HTTP to the machine that has its connection, streams too", async () => {
  await using client = await inTurn(alice);
  const { sessionId } = await client.newSession({ cwd: a.folder });
  await client.prompt(sessionId, "help");
  expect(client.text(sessionId).length).toBeGreaterThan(20);
  expect([a, b].map(({ gateway }) => gateway.counts().connections)).toEqual([1, 0]);
});

it("ends the connection where it is, and a stream of it with its reader", async () => {
  const { id } = await begin(a);
  const reading = new AbortController();
  const headers = { Authorization: `Bearer ${alice.token}`, "Acp-Connection-Id": id, Accept: "text/event-stream" };
  const read = (signal: AbortSignal) => fetch(`${b.server.url}/acp`, { headers, signal });
  expect((await read(reading.signal)).status).toBe(200);
  expect((await read(AbortSignal.timeout(30_000))).status).toBe(409);
  reading.abort();
  // Only a stream that has ended there makes room for the next one.
  const again = new AbortController();
  await vi.waitFor(async () => expect((await read(again.signal)).status).toBe(200), PATIENT);
  again.abort();
  expect((await b.ask(alice, "/acp", { method: "DELETE", headers: { "Acp-Connection-Id": id } })).status).toBe(202);
  await vi.waitFor(() => expect(a.gateway.counts().connections).toBe(0), PATIENT);
  expect((await b.ask(alice, "/acp", { method: "DELETE", headers: { "Acp-Connection-Id": id } })).status).toBe(404);
});

it("lets no other person speak on a connection, at any machine", async () => {
  const mallory = await a.add("Mallory");
  const { id } = await begin(a);
  const body = { ...INITIALIZE, method: "session/list", params: {} };
  for (const machine of [a, b]) {
    const as = (who: Someone | undefined) =>
      machine.ask(who, "/acp", { method: "POST", headers: { "Acp-Connection-Id": id }, body });
    expect([(await as(mallory)).status, (await as(undefined)).status]).toEqual([404, 401]);
    expect((await as(alice)).status).toBe(202);
  }
  // What a token had opened through another machine ends with it.
  await a.people.revokeToken(alice.tokenId);
  expect((await b.ask(alice, "/acp", { method: "DELETE", headers: { "Acp-Connection-Id": id } })).status).toBe(401);
  alice = await a.add("Alice");
});

it("gives connections ids that name no machine, and takes none that it did not give", async () => {
  const { id } = await begin(a);
  const host = new URL(a.server.url).host;
  const parts = [id, ...id.split(".")].flatMap((part) => [part, Buffer.from(part, "base64url").toString()]);
  expect(parts.filter((part) => part.includes(host))).toEqual([]);
  const [last = "A"] = id.slice(-1);
  for (const forged of [`${id.slice(0, -1)}${last === "A" ? "B" : "A"}`, id.slice(0, 40), "x", crypto.randomUUID()]) {
    const headers = { "Acp-Connection-Id": forged };
    expect((await b.ask(alice, "/acp", { method: "DELETE", headers })).status).toBe(404);
  }
});

it("takes a carried request from no one but a machine, and only for a connection that is there", async () => {
  const { id } = await begin(a);
  const to = a.server.url;
  const proof = signPeer(SECRET, { name: "x" }, { to });
  for (const [headers, status] of [
    [{}, 403],
    [{ [MACHINE_HEADER]: signPeer("guess", { name: "x" }, { to }) }, 403],
    // Not for a client.
    [{ [MACHINE_HEADER]: signMachine(SECRET, { to }) }, 403],
    [{ [MACHINE_HEADER]: proof, "Acp-Connection-Id": id }, 404],
    // Once.
    [{ [MACHINE_HEADER]: proof }, 403],
    // It begins no connection: that is done where the client comes in.
    [{ [MACHINE_HEADER]: signPeer(SECRET, { name: "x" }, { to }) }, 404],
  ] satisfies [Record<string, string>, number][]) {
    const answer = await a.ask(alice, "/machine/acp", { method: "POST", headers, body: INITIALIZE });
    expect(answer.status).toBe(status);
  }
});

it("answers for a machine that is gone as for a connection that has ended", async () => {
  const c = await startMachine({ http: { people: a.people } });
  const { id } = await begin(c);
  await c.server.close();
  expect((await b.ask(alice, "/acp", { method: "DELETE", headers: { "Acp-Connection-Id": id } })).status).toBe(404);
  await c[Symbol.asyncDispose]();
});

async function startMachine(options: Parameters<typeof servePeople>[0] = {}): Promise<ServedPeople> {
  let address: string | undefined;
  const machines = { secret: SECRET, address: () => address };
  const served = await servePeople({ ...options, http: { ...options.http, machines } });
  address = served.server.url;
  return served;
}

/** A client whose requests go to the one machine and the other in turn. */
async function inTurn({ token }: Someone): Promise<ScriptedClient> {
  let count = 0;
  const stream = createHttpStream(`${a.server.url}/acp`, {
    headers: { Authorization: `Bearer ${token}` },
    fetch: (input, init) => {
      const { server } = [a, b][count++ % 2] ?? a;
      return fetch(new Request(input, init).url.replace(a.server.url, server.url), init);
    },
  });
  const client = scriptedClient(messageWire(stream));
  await client.initialize();
  return client;
}

async function begin(machine: ServedPeople) {
  const { status, headers } = await machine.ask(alice, "/acp", { method: "POST", body: INITIALIZE });
  expect(status).toBe(200);
  return { id: String(headers["acp-connection-id"]) };
}

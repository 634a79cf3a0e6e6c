/**
 * A client of a gateway behind a proxy: knows the public URL and the token, and trusts its certificate. Prints what it has seen
 * to work, one line each; anything else ends it with an error.
 */

import { once } from "node:events";

import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { messageWire, scriptedClient, type ScriptedClient } from "@tenon/testkit/acp";
import { WebSocket } from "ws";

const [publicUrl = ""] = process.argv.slice(2);
const token = process.env["TENON_TOKEN"] ?? "";
const headers = { Authorization: `Bearer ${token}` };
const sockets = publicUrl.replace("https", "wss");

await check("TLS, /readyz and the page", async () => {
  await expectStatus("/readyz", 200);
  await expectStatus("/", 200);
});
await check("another Origin is refused", () =>
  expectStatus("/api/me", 403, { ...headers, Origin: "https://evil.example" }),
);
await check("sign-in with a Secure cookie", async () => {
  const body = JSON.stringify({ token });
  const json = { "Content-Type": "application/json", Origin: publicUrl };
  const answer = await fetch(`${publicUrl}/api/login`, { method: "POST", headers: json, body });
  if (!answer.ok || !/;\s*Secure/i.test(answer.headers.get("set-cookie") ?? "")) throw new Error(`${answer.status}`);
});

const overSocket = await check("ACP over WebSocket: a turn", async () => {
  const client = scriptedClient(messageWire(createWebSocketStream(`${sockets}/acp`, { WebSocket, headers })));
  return { client, sessionId: await prompted(client) };
});
await check("ACP over HTTP streams: a turn", async () => {
  const client = scriptedClient(messageWire(createHttpStream(`${publicUrl}/acp`, { headers })));
  await prompted(client);
  await client.drop();
});
await check("a feed: what was recorded, then what comes", () => followed(overSocket.client, overSocket.sessionId));
await check("eight clients on both machines, and one machine stops: all sessions go on", oneMachineStops);
await overSocket.client.drop();
process.exit();

async function prompted(client: ScriptedClient): Promise<string> {
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: "/" });
  await client.prompt(sessionId, "help");
  if (client.text(sessionId).length < 20) throw new Error("the answer is missing");
  return sessionId;
}

async function followed(client: ScriptedClient, sessionId: string): Promise<void> {
  const feed = new WebSocket(`${sockets}/feed/${sessionId}`, { headers });
  let isLive = false;
  const caughtUp = Promise.withResolvers<void>();
  const live = Promise.withResolvers<void>();
  feed.on("message", (data: Buffer) => {
    const text = data.toString();
    if (text.includes('"caughtUp"')) caughtUp.resolve();
    if (isLive && text.includes("agent_message_chunk")) live.resolve();
  });
  await once(feed, "open");
  await caughtUp.promise;
  isLive = true;
  await Promise.all([client.prompt(sessionId, "help"), live.promise]);
  feed.terminate();
}

async function oneMachineStops(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connected()));
  const sessionIds = await Promise.all(clients.map((client) => prompted(client)));
  console.log("stop one");
  // Its clients are disconnected when their turns have ended, and come again.
  for (const [index, sessionId] of sessionIds.entries()) await resumed(sessionId, clients[index]);
}

async function connected(): Promise<ScriptedClient> {
  return scriptedClient(messageWire(createWebSocketStream(`${sockets}/acp`, { WebSocket, headers })));
}

async function resumed(sessionId: string, before: ScriptedClient | undefined): Promise<void> {
  await before?.drop();
  for (let attempt = 0; ; attempt += 1) {
    const client = await connected();
    try {
      await client.initialize();
      await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
      await client.prompt(sessionId, "help");
      await client.drop();
      return;
    } catch (error) {
      await client.drop().catch(() => {});
      if (attempt > 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function expectStatus(path: string, status: number, more: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${publicUrl}${path}`, { headers: more });
  await answer.body?.cancel();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
}

async function check<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  console.log(`ok, ${what}`);
  return result;
}

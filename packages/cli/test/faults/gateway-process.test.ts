import { once } from "node:events";
import { connect } from "node:net";

import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { messageWire, scriptedClient } from "@tenon/testkit/acp";
import { it } from "vitest";

import { type ServedGateway, startServe } from "../served/served-gateway.ts";
import { ProgramWebSocket } from "../served/web-socket.ts";
import { clientAnswers, clientCapabilities, clientFaults, faultSuite, settled } from "./fault-suite.ts";

faultSuite("tenon serve", openHost, (tools) => {
  const { host, unharmed, newSession } = tools;
  // What servers do wrong is tried with `tenon agent`: it is the same agent, in a process of its own.
  clientFaults(tools);

  it.each(["/acp", "/feed/SESSION", "/feed", "/api/sessions"])("a socket that is cut or speaks garbage at %s", (path) =>
    unharmed(async () => {
      const session = await newSession();
      const { address, headers } = host().gateway;
      const url = `ws://${address}${path.replace("SESSION", session)}`;
      for (const garbage of ["{", "5", "\u0000", new Uint8Array([0xff, 0xfe]), "[".repeat(5_000)]) {
        const socket = new ProgramWebSocket(url, [], { headers });
        await Promise.race([once(socket, "open"), once(socket, "close")]);
        if (socket.readyState === WebSocket.OPEN) socket.send(garbage);
        socket.close();
      }
    }),
  );

  it.each([
    ["nothing", ""],
    ["half a head", "GET /acp HTTP/1.1\r\nHost: "],
    ["no HTTP", "\u0016\u0003\u0001\u0002\u0000"],
    ["half an upgrade", "GET /acp HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"],
    ["half a body", "POST /acp HTTP/1.1\r\nHost: x\r\ncontent-length: 900\r\n\r\n{"],
    ["a frame after no upgrade", "\u0081\u00FE\u00FF"],
  ])("a connection that sends %s and is reset", (_, bytes) =>
    unharmed(async () => {
      const [hostname, port] = host().gateway.address.split(":");
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
      socket.resetAndDestroy();
    }),
  );

  it("a client whose first message is not initialize", () =>
    unharmed(async () => {
      const { address, headers } = host().gateway;
      const socket = new ProgramWebSocket(`ws://${address}/acp`, [], { headers });
      await once(socket, "open");
      socket.send('{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}');
      await once(socket, "close");
    }));

  it("a client that goes in the middle of everything", () =>
    unharmed(async () => {
      for (const when of [
        "initialize",
        "session/new",
        "session/prompt",
        "session/request_permission",
        "session/close",
      ]) {
        const client = await openClient(host().gateway, when);
        // What was asked when it left is never answered.
        const leaving = async () => {
          const { sessionId } = await client.newSession();
          await client.prompt(sessionId, 'use run_command command="sleep 30"');
          await client.request("session/close", { sessionId });
        };
        await Promise.race([settled(leaving()), client.closed]);
        await client.drop();
      }
    }));
});

async function openHost(folder: string) {
  const gateway = await startServe({ data: folder, flags: ["--model", "rehearsal"], environment: {} });
  const [healthy, faulty] = await Promise.all([openClient(gateway), openClient(gateway)]);
  return {
    gateway,
    healthy,
    faulty: { ...faulty, write: (text: string) => sendRaw(gateway, text) },
    // Every line of the log is JSON, whatever a library prints.
    problems: () => gateway.stderr().match(/^(?!\{).+$|^.*internal-error.*$/gmu) ?? [],
    async [Symbol.asyncDispose]() {
      await Promise.all([healthy.drop(), faulty.drop()]);
      gateway.kill("SIGTERM");
      const { code, signal } = await gateway.ended;
      if (signal !== "SIGTERM") throw new Error(`tenon serve has ended with ${code ?? signal}: ${gateway.stderr()}`);
    },
  };
}

async function openClient({ address, headers }: ServedGateway, leavesAt?: string) {
  const stream = createWebSocketStream(`ws://${address}/acp`, { WebSocket: ProgramWebSocket, headers });
  const client = scriptedClient(messageWire(stream), { answers: clientAnswers, capabilities: clientCapabilities });
  if (leavesAt !== undefined) client.disconnectWhen(({ text }) => text.includes(JSON.stringify(leavesAt)));
  await Promise.race([settled(client.initialize()), client.closed]);
  return client;
}

/** Over a connection of its own, as it stands. */
async function sendRaw({ address, headers }: ServedGateway, text: string): Promise<void> {
  const socket = new ProgramWebSocket(`ws://${address}/acp`, [], { headers });
  await once(socket, "open");
  socket.send('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}');
  await once(socket, "message");
  socket.send(text);
  socket.send('{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}');
  await Promise.race([once(socket, "message"), once(socket, "close")]);
  socket.close();
}

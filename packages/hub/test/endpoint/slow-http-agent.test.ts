import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { leaveNothing } from "@tenon/testkit";
import { aroundEach, describe, expect, it } from "vitest";

import { createHttpDoor } from "../../src/endpoint/doors/http-door.ts";
import { listen } from "./open-test-endpoint.ts";

aroundEach((runTest) => leaveNothing(() => runTest(), { within: 20_000 }));

const KILOBYTES_64 = "x".repeat(64 * 1024);
const TIMES = 2_000;
// What the kernel's buffers hold, and what the door keeps; 2,000 times 64 KiB are 125 MiB.
const MOST_BYTES = 32 * 1024 * 1024;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "slow", version: "1" },
};
const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "slow", version: "1" } },
};

describe("an agent over HTTP that does not read does not fill the memory", () => {
  it("with what servers log and change, and learns of the last change when it reads on", async () => {
    await using one = await open();
    const session = await one.begin();
    const socket = await one.request("GET", undefined, session);
    await one.untilStreaming();
    for (let time = 0; time < TIMES; time += 1) {
      one.door.logged({ level: "info", data: KILOBYTES_64 });
      one.door.changed("tools");
      if (time % 100 === 0) await new Promise(setImmediate);
    }
    one.door.changed("prompts");
    const text = await readUntil(socket, "prompts/list_changed");
    expect(text).toContain("notifications/message");
    expect(text.length).toBeLessThan(MOST_BYTES);
    expect(text.split("tools/list_changed").length - 1).toBeLessThan(TIMES / 2);
    socket.destroy();
  });

  it.each(["2025-11-25", "2026-07-28"] as const)(
    "with the progress of a call in %s, and gets its result",
    async (revision) => {
      await using one = await open();
      const isOlder = revision === "2025-11-25";
      const session = isOlder ? await one.begin() : undefined;
      const _meta = { progressToken: 1, ...(!isOlder && META) };
      const call = { id: 7, method: "tools/call", params: { name: "work", arguments: {}, _meta } };
      const socket = await one.request("POST", call, session);
      await one.worked;
      const text = await readUntil(socket, "It is done");
      expect(text).toContain("notifications/progress");
      expect(text.length).toBeLessThan(MOST_BYTES);
      socket.destroy();
    },
  );
});

async function open() {
  const worked = Promise.withResolvers<void>();
  const streaming = Promise.withResolvers<void>();
  const door = createHttpDoor({
    listen: () => undefined,
    make: () => ({
      server: serverWithWork(worked.resolve),
      isFollowing: () => false,
      accepts: () => true,
      end() {},
    }),
  });
  const http = await listen(async (request) => {
    const response = await door.handle(request);
    if (request.method === "GET") streaming.resolve();
    return response;
  });
  const { port } = new URL(http.url);
  const request = async (method: string, body?: object, session?: string): Promise<Socket> => {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    const text = body ? JSON.stringify({ jsonrpc: "2.0", ...body }) : "";
    const name = body && "params" in body ? (body.params as { readonly name?: string }).name : undefined;
    const head = [
      `${method} /mcp HTTP/1.1`,
      "host: 127.0.0.1",
      "accept: application/json, text/event-stream",
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(text)}`,
      `mcp-protocol-version: ${session === undefined && name !== undefined ? "2026-07-28" : "2025-11-25"}`,
      ...(session === undefined ? [] : [`mcp-session-id: ${session}`]),
      ...(name === undefined ? [] : ["mcp-method: tools/call", `mcp-name: ${name}`]),
    ];
    // It is not read until a listener for its data is there.
    socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
    return socket;
  };
  return {
    door,
    request,
    worked: worked.promise,
    untilStreaming: () => streaming.promise,
    async begin(): Promise<string> {
      const socket = await request("POST", { id: 1, ...INITIALIZE });
      const text = await readUntil(socket, "serverInfo");
      socket.destroy();
      const session = /^mcp-session-id: (.*)$/im.exec(text)?.[1]?.trim() ?? "";
      const noted = await request("POST", { method: "notifications/initialized" }, session);
      await readUntil(noted, "202");
      noted.destroy();
      return session;
    },
    async [Symbol.asyncDispose]() {
      await door.close();
      await http.close();
    },
  };
}

function serverWithWork(onDone: () => void): McpServer {
  const server = new McpServer({ name: "tenon", version: "1" });
  server.server.registerCapabilities({ logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } });
  server.server.setRequestHandler("tools/call", async (_request, { mcpReq }: ServerContext) => {
    for (let progress = 1; progress <= TIMES; progress += 1) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: 1, progress, message: KILOBYTES_64 },
      });
      if (progress % 100 === 0) await new Promise(setImmediate);
    }
    onDone();
    return { content: [{ type: "text", text: "It is done" }] };
  });
  return server;
}

async function readUntil(socket: Socket, end: string): Promise<string> {
  const chunks: string[] = [];
  let tail = "";
  const found = Promise.withResolvers<void>();
  socket.on("data", (chunk: Buffer) => {
    const text = String(chunk);
    chunks.push(text);
    tail = `${tail}${text}`.slice(-1_000 - text.length);
    if (tail.includes(end)) found.resolve();
  });
  await found.promise;
  return chunks.join("");
}

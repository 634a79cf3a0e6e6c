/**
 * The floor: a WebSocket server on nothing but `ws`, which starts an agent and sends each of its updates to everybody who is
 * connected. It keeps nothing, checks nothing and waits for nothing. With `feed` each update is as long as a frame of a feed.
 *
 * It says its port in a line on standard output. A line on standard input is a prompt for the agent; when that is answered,
 * it says so in a line.
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { WebSocket, WebSocketServer } from "ws";

const [shape = "", ...agent] = process.argv.slice(2);
const child = spawn(process.execPath, agent, { stdio: ["pipe", "pipe", "inherit"] });
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
let sessionId = "";
let seq = 0;

server.on("listening", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});

createInterface({ input: child.stdout }).on("line", (line) => {
  if (line.includes('"session/update"')) return broadcast(Buffer.from(shape === "feed" ? asFrame(line) : line));
  const { id, result } = JSON.parse(line);
  if (id === 2) ({ sessionId } = result);
  if (id > 2) process.stdout.write("answered\n");
});
ask(1, "initialize", { protocolVersion: 1, clientCapabilities: {} });
ask(2, "session/new", { cwd: "/", mcpServers: [] });

const prompts = createInterface({ input: process.stdin });
prompts.on("line", (text) => ask(3, "session/prompt", { sessionId, prompt: [{ type: "text", text }] }));
prompts.on("close", () => {
  child.stdin.end();
  for (const client of server.clients) client.terminate();
  server.close();
});

function broadcast(message: Buffer): void {
  for (const client of server.clients) {
    if (client.readyState === WebSocket.OPEN) client.send(message, { binary: false });
  }
}

function asFrame(line: string): string {
  return `{"seq":${(seq += 1)},"at":${Date.now()},"from":"agent","message":${line}}`;
}

function ask(id: number, method: string, params: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
}

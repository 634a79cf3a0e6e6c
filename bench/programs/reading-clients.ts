/**
 * Many WebSocket clients in one process, as light as can be, so that it is the server that is measured: they look for
 * chunks in the frames and for nothing else. They read a feed, or attach to a session over ACP, or just listen.
 *
 * Each line on standard input is how many chunks to expect; when every client has had them, each once and in order, a line
 * on standard output says when the last came, and how long they took from the agent to a client.
 */

import { request } from "node:http";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";

import { percentile } from "../figure.ts";

interface Plan {
  readonly url: string;
  readonly count: number;
  readonly token?: string;
  /** A session to attach to over ACP. */
  readonly attach?: string;
}

const CHUNK = '"text":"<';
const LENGTH_IN_TWO_BYTES = 126;
const PING = 0x89;
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const plan: Plan = JSON.parse(process.argv[2] ?? "{}");
const clock = () => Number(process.hrtime.bigint() / 1_000n);
let expected = 0;
let arrived = 0;
let lags: number[] = [];

const sockets = await Promise.all(Array.from({ length: plan.count }, connect));
process.stdout.write(`${JSON.stringify({ connected: sockets.length })}\n`);
const rounds = createInterface({ input: process.stdin });
rounds.on("line", (line) => {
  expected = Number(line);
  arrived = 0;
  lags = [];
});
rounds.on("close", () => process.exit());

async function connect(): Promise<Socket> {
  const { promise: joined, resolve: onJoined } = Promise.withResolvers<void>();
  const socket = await upgrade();
  let next = 0;
  readFrames(socket, (bytes, start, end) => {
    const at = bytes.indexOf(CHUNK, start);
    if (at === -1 || at >= end) {
      if (plan.attach !== undefined && answersAttach(bytes.toString("utf8", start, end))) onJoined();
      return;
    }
    const n = Number(bytes.toString("latin1", at + CHUNK.length, at + CHUNK.length + 6));
    if (n !== next) throw new Error(`Chunk ${n} came where ${next} was expected`);
    lags.push(clock() - Number(bytes.toString("latin1", at + CHUNK.length + 7, at + CHUNK.length + 22)));
    next = n + 1 === expected ? 0 : n + 1;
    arrived += 1;
    if (arrived === expected * plan.count) report();
  });
  socket.on("close", () => {
    throw new Error("The server has closed the connection");
  });
  if (plan.attach === undefined) return socket;
  send(socket, { id: 1, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } });
  send(socket, { id: 2, method: "_tenon/session/attach", params: { sessionId: plan.attach } });
  await joined;
  return socket;
}

function answersAttach(text: string): boolean {
  const { id, error } = JSON.parse(text);
  if (error) throw new Error(error.message);
  return id === 2;
}

function report(): void {
  const [median, p99] = [percentile(lags, 0.5), percentile(lags, 0.99)];
  process.stdout.write(`${JSON.stringify({ lastAt: clock(), median, p99 })}\n`);
}

function upgrade(): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": Buffer.from(crypto.randomUUID()).subarray(0, 16).toString("base64"),
    ...(plan.token !== undefined && { Authorization: `Bearer ${plan.token}` }),
  };
  const asked = request(plan.url, { headers });
  asked.on("upgrade", (_, socket, head) => {
    socket.unshift(head);
    resolve(socket);
  });
  asked.on("response", ({ statusCode }) => reject(new Error(`The server has answered ${statusCode}`)));
  asked.on("error", reject);
  asked.end();
  return promise;
}

/** Of a server: they are not masked. Longer ones than 64 KB are not expected. */
function readFrames(socket: Socket, onFrame: (bytes: Buffer, start: number, end: number) => void): void {
  let rest: Buffer | undefined;
  socket.on("data", (data: Buffer) => {
    const bytes = rest ? Buffer.concat([rest, data]) : data;
    let place = 0;
    while (place + 2 <= bytes.length) {
      const isLong = bytes[place + 1] === LENGTH_IN_TWO_BYTES;
      const start = place + (isLong ? 4 : 2);
      if (start > bytes.length) break;
      const end = start + (isLong ? bytes.readUInt16BE(place + 2) : (bytes[place + 1] ?? 0));
      if (end > bytes.length) break;
      if (bytes[place] === PING) socket.write(PONG);
      else onFrame(bytes, start, end);
      place = end;
    }
    rest = place < bytes.length ? bytes.subarray(place) : undefined;
  });
}

/** Masked with zeros, as it is allowed. */
function send(socket: Socket, message: object): void {
  const payload = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const head = Buffer.from([0x81, 0x80 | LENGTH_IN_TWO_BYTES, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, payload]));
}

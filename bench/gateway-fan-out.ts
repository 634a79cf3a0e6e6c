/**
 * Two hundred clients that watch one streaming session: through `tenon serve` as it is installed, and through a bare `ws`
 * server.
 *
 * Both start the same agent as a child, which sends the same number of chunks, each a message of its own; both send each
 * of them to two hundred clients of the same program in a process of its own, in messages of the same length. Ours also
 * knows who asks, records each message in SQLite before anybody sees it, bounds what waits for each client, and has one
 * more client, which prompts and is not counted. What comes in one turn of its event loop it writes together; the bare one
 * writes each message as it comes, and does nothing else. They take turns within the run, and every round counts.
 *
 * As many messages a second as there can be, and how late they come when the agent speaks as fast as a quick model.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { type Bench, type Figure, median } from "./figure.ts";
import { installTenon, type InstalledTenon, processorTime } from "./gateway-process.ts";

const CLIENTS = 200;
const ROUNDS = 7;
const WARM_UP = 2;
// As fast as the agent can write them.
const FLOOD = { chunks: 1_000, apartMs: 0 };
// As fast as a quick model speaks.
const PACED = { chunks: 100, apartMs: 20 };

export const gatewayFanOut: Bench = {
  name: "gateway-fan-out",
  what: `a streaming session that ${CLIENTS} clients watch, through \`tenon serve\` and through a bare \`ws\` server`,
  async *run() {
    await using tenon = await installTenon();
    for (const how of ["feed", "acp"] as const) yield* compare(tenon, how);
  },
};

type How = "feed" | "acp";
type Stream = typeof FLOOD;

async function* compare(tenon: InstalledTenon, how: How): AsyncGenerator<Figure> {
  await using ours = await startOurs(tenon, how);
  await using bare = await startBare(how);
  const name = how === "feed" ? "readers of the feed" : "clients over ACP";
  const flood = await takeTurns(ours, bare, FLOOD);
  yield {
    what:
      `one message to one of ${CLIENTS} ${name}, at full speed, median of ${ROUNDS} rounds ` +
      `(${perSecond(flood.ours)} messages a second, bare ${perSecond(flood.bare)})`,
    unit: "µs",
    measured: { name: "tenon serve", value: median(flood.ours.map(({ each }) => each)) },
    baseline: { name: "bare ws", value: median(flood.bare.map(({ each }) => each)) },
    // At least half as many messages a second.
    limit: 2,
  };
  yield {
    // On a machine that others use too, this is the figure that can be believed.
    what: `processor time of the server for the same`,
    unit: "µs",
    measured: { name: "tenon serve", value: median(flood.ours.map(({ cost }) => cost)) },
    baseline: { name: "bare ws", value: median(flood.bare.map(({ cost }) => cost)) },
    limit: 2,
  };
  const paced = await takeTurns(ours, bare, PACED);
  yield {
    what: `from the agent to ${name}, ${1_000 / PACED.apartMs} chunks a second, p99, median of ${ROUNDS} rounds`,
    unit: "ms",
    measured: { name: "tenon serve", value: median(paced.ours.map(({ p99 }) => p99)) },
    baseline: { name: "bare ws", value: median(paced.bare.map(({ p99 }) => p99)) },
    // Twice the time to send, as above, and before that the wait for the disk, which the bare one does not have.
    limit: 5,
  };
}

async function takeTurns(ours: Streaming, bare: Streaming, stream: Stream) {
  const rounds = { ours: [] as Round[], bare: [] as Round[] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const both = [await ours.stream(stream), await bare.stream(stream)] as const;
    if (round < 0) continue;
    rounds.ours.push(both[0]);
    rounds.bare.push(both[1]);
  }
  return rounds;
}

function perSecond(rounds: readonly Round[]): string {
  return `${Math.round(1_000 / median(rounds.map(({ each }) => each)))},000`;
}

interface Streaming extends AsyncDisposable {
  stream(stream: Stream): Promise<Round>;
}

interface Round {
  /** Of one message to one client, in microseconds: how long it took, and what it cost the server. */
  readonly each: number;
  readonly cost: number;
  /** From the agent to a client, in milliseconds. */
  readonly p99: number;
}

async function startOurs(tenon: InstalledTenon, how: How): Promise<Streaming> {
  const agent = [process.execPath, program("chunk-agent")];
  const serving = await tenon.serve({ agent });
  const client = await serving.connect();
  const _meta = { tenon: { agent: agent.join(" ") } };
  const { sessionId } = await client.request("session/new", { cwd: tenon.folder, mcpServers: [], _meta });
  const { url, token } = serving;
  const watched = how === "feed" ? { url: `${url}/feed/${sessionId}` } : { url: `${url}/acp`, attach: sessionId };
  const readers = await startReaders({ ...watched, token });
  return {
    stream: (stream) =>
      readers.watch(stream, serving.pid, async (text) => {
        await client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      }),
    async [Symbol.asyncDispose]() {
      await readers[Symbol.asyncDispose]();
      client[Symbol.dispose]();
      await serving[Symbol.asyncDispose]();
    },
  };
}

async function startBare(how: How): Promise<Streaming> {
  const bare = startProgram("bare-fan-out", [how, program("chunk-agent")]);
  const port = await bare.line();
  const readers = await startReaders({ url: `http://127.0.0.1:${port}/` });
  return {
    stream: (stream) =>
      readers.watch(stream, bare.pid, async (text) => {
        bare.write(text);
        await bare.line();
      }),
    async [Symbol.asyncDispose]() {
      await readers[Symbol.asyncDispose]();
      await bare[Symbol.asyncDispose]();
    },
  };
}

export interface ReadersPlan {
  readonly url: string;
  readonly token?: string;
  readonly attach?: string;
  readonly count?: number;
}

export async function startReaders({ count = CLIENTS, ...plan }: ReadersPlan) {
  const readers = startProgram("reading-clients", [JSON.stringify({ ...plan, count })]);
  await readers.line();
  return {
    async watch({ chunks, apartMs }: Stream, server: number, prompt: (text: string) => Promise<void>) {
      readers.write(`${chunks}`);
      const spent = await processorTime(server);
      const start = Number(process.hrtime.bigint() / 1_000n);
      const [report] = await Promise.all([readers.line(), prompt(`${chunks} ${apartMs}`)]);
      const { lastAt, p99 } = JSON.parse(report);
      const messages = chunks * count;
      const cost = ((await processorTime(server)) - spent) / messages;
      return { each: (lastAt - start) / messages, cost, p99: p99 / 1_000 };
    },
    [Symbol.asyncDispose]: () => readers[Symbol.asyncDispose](),
  };
}

function startProgram(name: string, args: readonly string[]) {
  const child = spawn(process.execPath, [program(name), ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    write: (line: string) => void child.stdin.write(`${line}\n`),
    async line(): Promise<string> {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} has ended`);
      return value;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

export function program(name: string): string {
  return fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
}

/**
 * An agent whose process can run one session only, as one child: each further session gets a process of its own.
 *
 * If one of them ends, all end, as the sessions of one process would.
 */

import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";

import { createByteLines, errorMessage, objectOf, parseMessage, RPC_ERROR, writeMessage } from "@tenon/basis";
import type { Child, ChildEnd, EndingTimes } from "@tenon/process";

import { decodeUtf8 } from "../wire/decode-utf8.ts";
import { joinSessionProcess, type SessionProcess } from "./session-process.ts";
import { createSessionRoutes } from "./session-routes.ts";

export async function startPerSession(start: () => Promise<Child>): Promise<Child> {
  const first = await start();
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const leaving = Promise.withResolvers<Child>();
  let left = first;
  const processes = createProcesses({ start, emit, onLeft: leaving.resolve });
  processes.add(0, Promise.resolve(first));
  void readLines(stdin, processes.take).then(() => processes.all().forEach((process) => void process.finish()));
  const closed = leaving.promise.then((child) => {
    left = child;
    stdin.destroy();
    return close();
  });
  return {
    pid: first.pid,
    command: first.command,
    cwd: first.cwd,
    stdin,
    stdout,
    lastWords: () => left.lastWords(),
    exited: leaving.promise.then((child) => child.exited),
    closed,
    async close(ending) {
      void close(ending);
      return await closed;
    },
    [Symbol.asyncDispose]: async () => void (await close()),
  };

  function emit(text: string | Uint8Array): Promise<void> | undefined {
    if (stdout.write(text)) return undefined;
    return once(stdout, "drain").then(
      () => {},
      () => {},
    );
  }

  async function close(ending?: Partial<EndingTimes>): Promise<ChildEnd> {
    const all = processes.all();
    // What they wrote is kept for a reader that comes later, and a reader that never comes keeps nothing alive.
    void Promise.all(all.map(({ read }) => read)).then(() => stdout.end());
    const ends = await Promise.all(all.map(async ({ child }) => await (await child)?.close(ending)));
    const { code, signal } = await left.exited;
    return { code, signal, survivors: ends.flatMap((end) => end?.survivors ?? []) };
  }
}

interface ProcessesOptions {
  start(): Promise<Child>;
  /** A promise if no more may be written until then. */
  emit(text: string | Uint8Array): Promise<void> | undefined;
  onLeft(child: Child): void;
}

/** The processes by their numbers, and the way of each line to one of them and back. */
function createProcesses({ start, emit, onLeft }: ProcessesOptions) {
  const routes = createSessionRoutes();
  const processes = new Map<number, SessionProcess>();
  let initialize = "";
  return { all: () => [...processes.values()], add, take };

  function add(number: number, starting: Promise<Child>): SessionProcess {
    const process = joinSessionProcess({
      starting,
      ...(number > 0 && initialize !== "" && { initialize }),
      onMessage(message, text, line) {
        const changed = routes.fromProcess(number, message, text);
        return emit(changed === text && line ? line : `${changed.replaceAll(/[\r\n]+/g, " ")}\n`);
      },
      onNoise: (line) => void emit(`${line}\n`),
    });
    processes.set(number, process);
    void process.child.then((child) => child?.exited.then(() => onLeft(child)));
    return process;
  }

  /** Started for a request that opens a session, which fails if that fails. */
  function another(number: number, request: unknown): SessionProcess {
    const starting = start();
    starting.catch((error: unknown) => {
      routes.lost(number);
      processes.delete(number);
      const { id } = objectOf(request);
      void emit(
        `${writeMessage({ jsonrpc: "2.0", id, error: { code: RPC_ERROR.internal, message: errorMessage(error) } })}\n`,
      );
    });
    return add(number, starting);
  }

  async function take(line: string): Promise<void> {
    if (line === "") return;
    const message = parseMessage(line);
    if (objectOf(message)["method"] === "initialize") initialize = line;
    const { process, text } = routes.fromClient(message, line);
    if (process === "all") await Promise.all([...processes.values()].map((each) => each.send(text)));
    else await (processes.get(process) ?? another(process, message)).send(text);
  }
}

/** Gives `take` one line after the other, and resolves after the last. */
async function readLines(input: Readable, take: (line: string) => Promise<void>): Promise<void> {
  const waiting: string[] = [];
  const lines = createByteLines({ onLine: (line) => void waiting.push(decodeUtf8(line).trim()) });
  try {
    for await (const chunk of input) {
      lines.push(chunk);
      for (const line of waiting.splice(0)) await take(line);
    }
    lines.end();
    for (const line of waiting) await take(line);
  } catch {
    // Destroyed: the agent has left.
  }
}

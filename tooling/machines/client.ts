/**
 * One client of one session, over all its connections: it sends one prompt after another, comes again when it is
 * disconnected, sends again what has no answer, and remembers everything that it received.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { itemsOf, numberOf, objectOf, stringOf } from "@tenon/basis";

import { type Line, LineLost, openLine, Refused } from "./line.ts";
import { createWordReader, promptOf, WORDS } from "./story.ts";

export interface Turn {
  readonly id: string;
  readonly begunAt: number;
  /** How often it was sent. */
  sent: number;
  /** `interrupted`: the machine was lost while it ran. */
  outcome?: "end_turn" | "cancelled" | "interrupted";
  endedAt?: number;
}

export interface ReceivedUpdate {
  readonly seq: number;
  /** As JSON. */
  readonly update: string;
}

/** The session, for all its clients. */
export interface SharedSession {
  readonly index: number;
  readonly begun: PromiseWithResolvers<string>;
}

export interface Client {
  readonly name: string;
  readonly session: SharedSession;
  readonly turns: readonly Turn[];
  readonly received: readonly ReceivedUpdate[];
  /** The last record of the session when it came for the last time. */
  readonly seen: number;
  /** What it does now, for people. */
  readonly state: string;
  /** Errors that it was answered with, and tried again. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Ends its pause. */
  hurry(): void;
  /** Sends prompts until the signal aborts; resolves when each has its outcome and it has come once more. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ClientOptions {
  readonly name: string;
  readonly session: SharedSession;
  /** Begins the session. */
  readonly isFirst: boolean;
  readonly cwd: string;
  readonly token: string;
  readonly random: () => number;
  readonly pauseMs: readonly [number, number];
  /** How long at most it leaves a permission request open; every length is as likely. */
  readonly holdsMs: number;
  /** Its prompts wait for the turns of others. */
  readonly isQueueing: boolean;
  /** Where it is sent by the load balancer. */
  pick(): { readonly name: string; readonly url: string };
  /** How long a process that it depends on had work and got no processor since then. */
  starvedSince(from: number): number;
  violation(what: string): void;
}

const PING_MS = 3_000;
// Longer than a machine waits for a lease to run out. A request that is still open then was forgotten.
const MAX_WAIT_MS = 90_000;
const LOOK_MS = 5_000;
const CAPABILITIES = { session: { notices: {} }, _meta: { tenon: {} } };

export function createClient(options: ClientOptions): Client {
  const { name, session, random, violation } = options;
  const turns: Turn[] = [];
  const received: ReceivedUpdate[] = [];
  const words = new Map<string, number>();
  const refusals = new Map<string, number>();
  const readWords = createWordReader(({ turn, number }) => {
    const expected = (words.get(turn) ?? -1) + 1;
    if (number !== expected) violation(`${name}: word ${turn}.${number} came instead of ${turn}.${expected}`);
    words.set(turn, number);
  });
  let current: Turn | undefined;
  let lastSeq = 0;
  let seen = 0;
  let state = "away";
  let hurry = () => {};
  const client = { name, session, turns, received, refusals, run, hurry: () => hurry() };
  return {
    ...client,
    get seen() {
      return seen;
    },
    get state() {
      return state;
    },
  };

  async function run(signal: AbortSignal): Promise<void> {
    for (let isDone = false; !isDone;) {
      isDone = signal.aborted && !current;
      try {
        await visit(signal);
      } catch (error) {
        isDone = false;
        if (error instanceof Refused) refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1);
        else if (!(error instanceof LineLost)) throw error;
      }
      state = "away";
      await sleep(100 + random() * 400);
    }
    state = "done";
  }

  async function visit(signal: AbortSignal): Promise<void> {
    const machine = options.pick();
    // One client of some sessions is patient: it stays with a machine that says nothing.
    const pingMs = !options.isFirst && random() < 0.5 ? undefined : PING_MS;
    state = `connecting to ${machine.name}`;
    const line = await openLine({
      url: machine.url,
      token: options.token,
      pingMs,
      onNotification: take,
      async onRequest(_method, params) {
        await sleep(random() * options.holdsMs);
        return allow(params);
      },
    });
    try {
      await ask(line, machine.name, "initialize", { protocolVersion: 1, clientCapabilities: CAPABILITIES });
      await open(line, machine.name);
      while (current || !signal.aborted) {
        // One that loses its connection while it has nothing to say comes again all the same.
        if (!current) await pause(AbortSignal.any([signal, line.over]));
        if (line.over.aborted) throw new LineLost("The connection was lost");
        if (!current && signal.aborted) return;
        current ??= begin();
        await prompt(line, machine.name, current);
      }
    } finally {
      line.close();
    }
  }

  async function open(line: Line, machine: string): Promise<void> {
    const place = { cwd: options.cwd, mcpServers: [] };
    if (options.isFirst && turns.length === 0 && lastSeq === 0) {
      const { sessionId } = await ask(line, machine, "session/new", place);
      session.begun.resolve(stringOf(sessionId) ?? "");
      return;
    }
    const sessionId = await session.begun.promise;
    const tenon = { after: lastSeq, servers: "kept" };
    const opened = await ask(line, machine, "session/resume", { sessionId, ...place, _meta: { tenon } });
    seen = numberOf(objectOf(objectOf(opened["_meta"])["tenon"])["seq"]) ?? 0;
  }

  function begin(): Turn {
    const id = `s${session.index}-${name}-${turns.length + 1}`;
    const turn: Turn = { id, begunAt: performance.now(), sent: 0 };
    turns.push(turn);
    return turn;
  }

  async function prompt(line: Line, machine: string, turn: Turn): Promise<void> {
    const sessionId = await session.begun.promise;
    const isAgain = turn.sent > 0;
    const tenon = {
      promptId: turn.id,
      ...(isAgain && { again: true }),
      ...(options.isQueueing && { queue: true }),
    };
    const params = { sessionId, prompt: [{ type: "text", text: promptOf(turn.id) }], _meta: { tenon } };
    turn.sent += 1;
    try {
      const { stopReason } = await ask(line, machine, "session/prompt", params);
      if (stopReason === "end_turn" && words.get(turn.id) !== WORDS) {
        violation(`${name}: turn ${turn.id} ended after word ${words.get(turn.id)} of ${WORDS}`);
      }
      conclude(turn, stopReason === "end_turn" ? "end_turn" : "cancelled");
    } catch (error) {
      if (!(error instanceof Refused && /while this prompt ran/.test(error.message))) throw error;
      conclude(turn, "interrupted");
    }
  }

  function conclude(turn: Turn, outcome: NonNullable<Turn["outcome"]>) {
    turn.outcome = outcome;
    turn.endedAt = performance.now();
    current = undefined;
  }

  async function ask(line: Line, machine: string, method: string, params: object) {
    state = `${method}${method === "session/prompt" ? ` ${current?.id}` : ""} at ${machine}`;
    const askedAt = performance.now();
    const timer = setInterval(() => {
      const [ms, starvedMs] = [performance.now() - askedAt, options.starvedSince(askedAt)];
      if (ms - starvedMs < MAX_WAIT_MS) return;
      violation(`${name}: no answer to ${state} after ${Math.round(ms)} ms, starved for ${Math.round(starvedMs)} ms`);
      line.close();
    }, LOOK_MS);
    try {
      return await line.request(method, params);
    } finally {
      clearInterval(timer);
    }
  }

  function take(method: string, { update, _meta }: Readonly<Record<string, unknown>>) {
    if (method !== "session/update") return;
    const seq = numberOf(objectOf(objectOf(_meta)["tenon"])["seq"]);
    if (seq === undefined) return;
    const { sessionUpdate, content } = objectOf(update);
    const isPrompt = sessionUpdate === "user_message_chunk";
    if (isPrompt ? seq < lastSeq : seq <= lastSeq) violation(`${name}: record ${seq} came after ${lastSeq}`);
    lastSeq = seq;
    if (!isPrompt) received.push({ seq, update: JSON.stringify(update) });
    if (sessionUpdate === "agent_message_chunk") readWords(stringOf(objectOf(content)["text"]) ?? "");
  }

  async function pause(signal: AbortSignal): Promise<void> {
    state = "pausing";
    const [least, most] = options.pauseMs;
    const over = new AbortController();
    hurry = () => over.abort();
    const end = AbortSignal.any([signal, over.signal]);
    await sleep(least + random() * (most - least), undefined, { signal: end }).catch(() => {}); // it is to stop
  }
}

/** The first option that allows. */
function allow({ options }: Readonly<Record<string, unknown>>): object {
  const allowing = itemsOf(options)
    .map(objectOf)
    .find(({ kind }) => String(kind).startsWith("allow"));
  return { outcome: { outcome: "selected", optionId: allowing?.["optionId"] } };
}

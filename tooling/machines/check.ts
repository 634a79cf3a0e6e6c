/**
 * The check itself: starts everything, lets things go wrong round by round, and judges.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { errorMessage } from "@tenon/basis";
import type { Journal } from "@tenon/journal";
import { openPostgresJournal } from "@tenon/journal/postgres";
import { markedProcesses, seededRandom } from "@tenon/testkit";
import { startModelServer } from "@tenon/testkit/model";
import { startPostgres } from "@tenon/testkit/postgres";

import { createBalancer } from "./balancer.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import { sessionOf } from "./desks.ts";
import type { Evidence } from "./evidence.ts";
import { type Fault, faults, LEASE_LEFT_MS, LEASE_MS } from "./faults.ts";
import { watchLoad } from "./load.ts";
import { type Machine, openMachine } from "./machine.ts";
import { answerTo } from "./story.ts";
import { createStarvation, type Starvation, watchStarvation } from "./starvation.ts";
import { type Takeover, watchTakeovers } from "./takeovers.ts";
import { judge, type MadeCall } from "./verdict.ts";

export interface CheckOptions {
  readonly tenon: string;
  readonly folder: string;
  readonly isNamed: boolean;
  readonly rounds: number;
  /** After which there is no further round. */
  readonly minutes: number;
  readonly sessions: number;
  readonly clients: number;
  readonly seed: number;
  readonly faults: RegExp;
  /** Of an older version, for the first machine. */
  readonly older: string | undefined;
  readonly pauseMs: number;
  readonly evidence: Evidence;
}

const NAMES = ["a", "b", "c"];
const CHECKER = "checker";
const ALL = [CHECKER, ...NAMES];
// Each client begins and ends a turn in this time after a fault is over.
const RECOVERY_MS = 120_000;
// Longer than a lease and the time to take over.
const HOLDING_MS = 20_000;

/** Tells the evidence what was not as it should be. */
export async function checkMachines(options: CheckOptions): Promise<void> {
  const { evidence, seed, folder } = options;
  const { say, violation } = evidence;
  const random = seededRandom(seed);
  const starvation = createStarvation();
  watchStarvation((ms) => starvation.add(CHECKER, ms));
  const mark = { name: "TENON_MACHINES", value: randomUUID() };
  {
    await using parts = new AsyncDisposableStack();
    const postgres = parts.use(await startPostgres());
    const { url } = await postgres.createDatabase();
    const journal = parts.use(await openPostgresJournal({ url }));
    const model = parts.use(await startModelServer({ script: answerTo, keepsRequests: false }));
    const calls: MadeCall[] = [];
    let unjudged = 0;
    const token = randomBytes(32).toString("base64url");
    const machines: Machine[] = [];
    for (const [index, name] of NAMES.entries()) {
      const machine = await openMachine({
        name,
        folder,
        token,
        tenon: (index === 0 ? options.older : undefined) ?? options.tenon,
        isNamed: options.isNamed,
        storeSocket: join(postgres.host, `.s.PGSQL.${postgres.port}`),
        storeUrl: (port) => url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
        environment: { ...model.environment, [mark.name]: mark.value },
        onCall(by, { turn }) {
          calls.push({ machine: by, turn });
          for (const machine of machines) {
            if (machine.name === by || !machine.hasServerOf(sessionOf(turn))) continue;
            violation(
              `${by} called the tool for ${turn} while a server process of that session lived on ${machine.name}`,
            );
          }
          requireHolder(by, turn).catch(() => (unjudged += 1)); // the store did not answer the checker
        },
        onStarved: starvation.add,
      });
      machines.push(parts.use(machine));
      await machine.start();
    }
    const balancer = parts.use(createBalancer(machines));
    const pick = () => balancer.pick(random);
    const clients = createClients(options, { token, random, starvation, violation, pick });
    const stop = new AbortController();
    const running = Promise.all(clients.map((client) => client.run(stop.signal)));
    running.catch((error: unknown) => violation(errorMessage(error)));
    await recovered(clients, random, starvation);
    say(`${machines.length} machines, ${options.sessions} sessions, ${clients.length} clients`);
    const takeovers = await runRounds({ ...options, machines, clients, journal, random, starvation });
    stop.abort();
    await Promise.race([running, sleep(RECOVERY_MS, undefined, { ref: false })]);
    for (const { name, state } of clients) if (state !== "done") violation(`${name} does not come to an end: ${state}`);
    await judge({ journal, clients, calls, violation });
    await evidence.keepSessions(journal, clients);
    for (const line of [...summary(clients, calls), ...takeoverSummary(takeovers)]) say(line);
    if (unjudged > 0) say(`${unjudged} calls whose holder was looked up too late to judge`);
    for (const machine of machines) machine.signal("SIGTERM");
    await Promise.all(machines.map((machine) => machine.ended()));

    async function requireHolder(by: string, turn: string): Promise<void> {
      const calledAt = performance.now();
      const index = Number(/^s(\d+)/.exec(turn)?.[1]);
      const session = clients.find((client) => client.session.index === index)?.session;
      if (!session) return;
      const { heldAt } = (await journal.session(await session.begun.promise)) ?? {};
      const holder = machines.find(({ address }) => address === heldAt)?.name;
      if (holder === by) return;
      // A holder gives a lease up a fifth before it ends, so the answer is about the moment of the call.
      if (performance.now() - calledAt > LEASE_MS / 5) unjudged += 1;
      else violation(`${by} called the tool for ${turn} while ${holder ?? "no machine"} held the session`);
    }
  }
  await markedProcesses(mark)
    .gone({ within: 15_000 })
    .catch((error: unknown) => violation(errorMessage(error)));
}

type ClientParts = Pick<ClientOptions, "token" | "random" | "violation" | "pick"> & { readonly starvation: Starvation };

function createClients(options: CheckOptions, { starvation, ...parts }: ClientParts): readonly Client[] {
  const sessions = Array.from({ length: options.sessions }, (_, index) => ({
    index,
    begun: Promise.withResolvers<string>(),
  }));
  return Array.from({ length: options.clients }, (_, index) => {
    const session = sessions[index % options.sessions];
    if (!session) throw new RangeError("There is no session");
    return createClient({
      ...parts,
      starvedSince: (from) => starvation.since(from, ALL),
      name: `c${index}`,
      session,
      isFirst: index < options.sessions,
      cwd: join(options.folder, "project"),
      pauseMs: [options.pauseMs / 8, options.pauseMs],
      holdsMs: session.index % 4 === 1 ? HOLDING_MS : 0,
      isQueueing: index % 4 === 2,
    });
  });
}

interface Rounds extends Omit<CheckOptions, "clients"> {
  readonly machines: readonly Machine[];
  readonly clients: readonly Client[];
  readonly journal: Journal;
  readonly random: () => number;
  readonly starvation: Starvation;
}

/** Resolves with the takeovers of all rounds in which there had to be some. */
async function runRounds(given: Rounds): Promise<readonly Takeover[]> {
  const { random, rounds } = given;
  const deadline = performance.now() + given.minutes * 60_000;
  const chosen = faults.filter(({ name }) => given.faults.test(name));
  const takeovers: Takeover[] = [];
  // Each as often as every other, in an order that the seed decides.
  let left: Fault[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    if (performance.now() > deadline) {
      given.evidence.say(`The time is up after ${round - 1} of ${rounds} rounds`);
      break;
    }
    if (left.length === 0) left = [...chosen];
    const [fault] = left.splice(Math.floor(random() * left.length), 1);
    const holders = await machinesWithSessions(given);
    const victim = holders[Math.floor(random() * holders.length)];
    if (!fault || !victim) throw new RangeError("There is no such fault");
    await sleep(random() * 2_000);
    const taken = await runRound(given, { fault, victim, name: `round ${round}: ${fault.name} of ${victim.name}` });
    if (fault.losesLeases) takeovers.push(...taken);
  }
  return takeovers;
}

/** What goes wrong with one that holds none, as after it was drained, says little. */
async function machinesWithSessions({ machines, clients, journal }: Rounds): Promise<readonly Machine[]> {
  const ids = new Set(await Promise.all(clients.map(({ session }) => session.begun.promise)));
  const sessions = await Promise.all([...ids].map((id) => journal.session(id)));
  const addresses = new Set(sessions.map((session) => session?.heldAt));
  return machines.filter(({ address }) => addresses.has(address));
}

async function runRound(
  { machines, clients, journal, random, starvation, evidence }: Rounds,
  { fault, victim, name }: { readonly fault: Fault; readonly victim: Machine; readonly name: string },
): Promise<readonly Takeover[]> {
  const { say, violation } = evidence;
  const load = watchLoad();
  const ids = await Promise.all(clients.map(({ session }) => session.begun.promise));
  await using watched = await watchTakeovers({
    journal,
    victim: victim.address,
    sessionIds: [...new Set(ids)],
    starvation,
    takers: [CHECKER, ...machines.flatMap((machine) => (machine === victim ? [] : [machine.name]))],
    endMs: LEASE_LEFT_MS,
  });
  const begunAt = performance.now();
  await fault.run(victim, random).catch((error: unknown) => violation(`${name}: ${errorMessage(error)}`));
  const takeovers = watched.all();
  const overAt = performance.now();
  for (const { sessionId, isTaken, ms, starvedMs } of fault.losesLeases ? takeovers : []) {
    if (ms - starvedMs <= LEASE_MS + 2_000) continue;
    const how = isTaken ? "was taken over after" : "was not taken over within";
    violation(`${name}: session ${sessionId} ${how} ${Math.round(ms)} ms, starved for ${Math.round(starvedMs)} ms`);
  }
  const { waiting, ms, starvedMs } = await recovered(clients, random, starvation);
  for (const client of waiting)
    violation(
      `${name}: ${client.name} does not recover in ${seconds(ms)}, starved for ${seconds(starvedMs)}: ${client.state}`,
    );
  const taken = takeovers.filter(({ isTaken }) => isTaken);
  const slowest = taken.toSorted((one, other) => other.ms - one.ms)[0];
  const last = slowest ? `, the slowest after ${seconds(slowest.ms)} (starved ${seconds(slowest.starvedMs)})` : "";
  say(
    `${name}: ${seconds(overAt - begunAt)}, all clients back ${seconds(ms)} later (starved ${seconds(starvedMs)}); ` +
      `${takeovers.length} sessions held, ${taken.length} taken over${last}`,
  );
  evidence.round({ name, faultMs: overAt - begunAt, backMs: ms, starvedMs, load: load.sinceThen(), takeovers });
  return takeovers;
}

interface Recovery {
  /** The clients that were not back in time. */
  readonly waiting: readonly Client[];
  readonly ms: number;
  readonly starvedMs: number;
}

/**
 * Resolves when every client has had the outcome of a turn that it began after the call, or the time is up. Time in which one
 * of the processes had work and got no processor does not count: what is judged is the gateway and not the computer.
 */
async function recovered(clients: readonly Client[], random: () => number, starvation: Starvation): Promise<Recovery> {
  const from = performance.now();
  const isBack = ({ turns }: Client) => turns.some(({ begunAt, endedAt }) => begunAt > from && endedAt !== undefined);
  for (;;) {
    const waiting = clients.filter((client) => !isBack(client));
    const ms = performance.now() - from;
    const starvedMs = starvation.since(from, ALL);
    if (waiting.length === 0 || ms - starvedMs > RECOVERY_MS) return { waiting, ms, starvedMs };
    // One after another: all at once would be a load that nothing here is about.
    waiting[Math.floor(random() * waiting.length)]?.hurry();
    await sleep(100);
  }
}

/** As they were, and as they are judged. */
function takeoverSummary(takeovers: readonly Takeover[]): readonly string[] {
  if (takeovers.length === 0) return [];
  const figures = (times: readonly number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    const [half, most, longest] = [0.5, 0.95, 1].map((part) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
    return `half within ${seconds(half ?? 0)}, 95 % within ${seconds(most ?? 0)}, the longest ${seconds(longest ?? 0)}`;
  };
  const limit = seconds(LEASE_MS + 2_000);
  return [
    `${takeovers.length} sessions lost their holder; the limit is ${limit}`,
    `as measured: ${figures(takeovers.map(({ ms }) => ms))}`,
    `without starved time: ${figures(takeovers.map(({ ms, starvedMs }) => ms - starvedMs))}`,
  ];
}

function summary(clients: readonly Client[], calls: readonly MadeCall[]): readonly string[] {
  const turns = clients.flatMap((client) => client.turns);
  const withOutcome = (outcome: string) => turns.filter((turn) => turn.outcome === outcome).length;
  const again = turns.filter(({ sent }) => sent > 1).length;
  const received = clients.reduce((sum, client) => sum + client.received.length, 0);
  const refusals = new Map<string, number>();
  for (const [message, count] of clients.flatMap((client) => [...client.refusals])) {
    refusals.set(message, (refusals.get(message) ?? 0) + count);
  }
  return [
    `${turns.length} turns: ${withOutcome("end_turn")} ended, ${withOutcome("cancelled")} cancelled, ${withOutcome("interrupted")} interrupted; ${again} were sent again`,
    `${received} updates received, ${calls.length} tool calls made`,
    ...[...refusals].map(([message, count]) => `answered ${count} times, and tried again: ${message}`),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

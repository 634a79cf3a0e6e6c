/**
 * The sessions that other machines have open, as this one shows them over HTTP and in feeds: the machine that has a session
 * knows its state and its queue, and has its files.
 *
 * A machine is asked for all of its busy sessions at once, and at most once a second, while someone here looks at one of
 * its sessions. Idle sessions cost nothing, and the store is not asked.
 */

import { itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { SessionRecord } from "@tenon/journal";

import type { SessionState, SessionView, WaitingPrompt } from "../gateway.ts";
import type { Machines } from "../gateway-options.ts";
import { askMachine, type MachineQuestion } from "./ask-machine.ts";

export type FarState = Pick<SessionView, "state" | "attached"> & { readonly waiting: readonly WaitingPrompt[] };

export interface FarSessions {
  /** Undefined for a session that is idle, or open here, or on a machine that cannot be reached. */
  stateOf(session: SessionRecord): Promise<FarState | undefined>;
  /** Has the machine do it that has the session. Undefined if that is this one, or the other one does not. */
  ask(session: SessionRecord, question: MachineQuestion): Promise<JsonObject | undefined>;
}

export interface FarSessionsOptions {
  readonly machines: Machines | undefined;
  /** What another machine reports of a session has changed. */
  onChange(sessionId: string): void;
  /** Whether anyone here wants to hear of changes. */
  isFollowed(): boolean;
}

interface FarMachine {
  readonly address: string;
  sessions: ReadonlyMap<string, FarState>;
  /** Until then they are taken as they are, by the clock of this process. */
  goodUntil: number;
  asking: Promise<ReadonlyMap<string, FarState>> | undefined;
  timer: NodeJS.Timeout | undefined;
}

const MAX_AGE_MS = 1_000;
// One that is gone loses its sessions within the time of a lease.
const UNREACHABLE_MS = 5_000;
const STATES_WITHIN_MS = 1_000;
// An agent may take ten seconds to close a session.
const ANSWER_WITHIN_MS = 15_000;

export function createFarSessions({ machines, onChange, isFollowed }: FarSessionsOptions): FarSessions {
  const known = new Map<string, FarMachine>();
  return {
    async stateOf(session) {
      const address = elsewhere(session);
      return address === undefined ? undefined : (await latest(machineAt(address))).get(session.id);
    },
    async ask(session, question) {
      const address = elsewhere(session);
      if (address === undefined || !machines) return undefined;
      // Then it is tried here, which says why it cannot be done.
      const { secret } = machines;
      return await askMachine(question, { address, secret, withinMs: ANSWER_WITHIN_MS }).catch(() => undefined);
    },
  };

  function elsewhere({ heldAt }: SessionRecord): string | undefined {
    return machines && heldAt !== machines.address() ? heldAt : undefined;
  }

  function machineAt(address: string): FarMachine {
    const machine = known.get(address) ?? {
      address,
      sessions: new Map(),
      goodUntil: 0,
      asking: undefined,
      timer: undefined,
    };
    known.set(address, machine);
    return machine;
  }

  async function latest(machine: FarMachine): Promise<ReadonlyMap<string, FarState>> {
    const { asking, goodUntil } = machine;
    if (asking) return await asking;
    if (goodUntil <= performance.now()) return await look(machine);
    lookLater(machine);
    return machine.sessions;
  }

  function look(machine: FarMachine): Promise<ReadonlyMap<string, FarState>> {
    machine.asking ??= read(machine).finally(() => (machine.asking = undefined));
    return machine.asking;
  }

  async function read(machine: FarMachine): Promise<ReadonlyMap<string, FarState>> {
    const { address, sessions: before } = machine;
    const asked = { address, secret: machines?.secret ?? "", withinMs: STATES_WITHIN_MS };
    const answer = await askMachine({ type: "busy" }, asked).catch(() => undefined);
    const sessions = busyIn(answer ?? {});
    Object.assign(machine, { sessions, goodUntil: performance.now() + (answer ? MAX_AGE_MS : UNREACHABLE_MS) });
    for (const id of new Set([...before.keys(), ...sessions.keys()])) {
      if (JSON.stringify(before.get(id)) !== JSON.stringify(sessions.get(id))) onChange(id);
    }
    if (sessions.size > 0) lookLater(machine);
    return sessions;
  }

  /** What was shown may be a second old: it is looked at again for those who read on. */
  function lookLater(machine: FarMachine) {
    if (machine.timer || !isFollowed()) return;
    machine.timer = setTimeout(() => {
      machine.timer = undefined;
      if (isFollowed()) void look(machine);
    }, machine.goodUntil - performance.now());
    machine.timer.unref();
  }
}

function busyIn(answer: JsonObject): ReadonlyMap<string, FarState> {
  const sessions = itemsOf(answer["sessions"]).map(objectOf);
  return new Map(
    sessions.map(({ id, state, attached, waiting }) => [
      String(id),
      { state: stateIn(state), attached: Number(attached) || 0, waiting: itemsOf(waiting).map(objectOf).map(promptIn) },
    ]),
  );
}

function stateIn(given: unknown): SessionState {
  return given === "running" || given === "waiting" ? given : "idle";
}

function promptIn({ id, text, by }: JsonObject): WaitingPrompt {
  return { id: stringOf(id) ?? "", text: stringOf(text) ?? "", by: stringOf(by) ?? "" };
}

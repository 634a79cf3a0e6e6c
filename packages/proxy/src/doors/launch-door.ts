/**
 * The door for agents that take no servers in `session/new`: they are started so that they connect by themselves, with one
 * token for the whole process.
 *
 * Such a connection does not say which session it is for. It is for the one session that waits for a connection: an agent
 * connects while it opens a session, and the next one is opened after that. Where two wait all the same it is refused,
 * because it might get the tools of the other one. A session that has waited for long, because the agent's process for it
 * has died, is not in the way of others.
 */

import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type Clock, monotonicClock, within } from "@tenon/basis";

import type { DoorKeys, Served } from "./door-keys.ts";
import { piExtension } from "./pi-extension.ts";

/** How an agent is made to connect: `pi-extension` is an extension that pi-acp's pi is started with. */
export type LaunchKind = "pi-extension";

export interface LaunchDoor {
  /** Must not be recorded or logged. */
  readonly token: string;
  /** What to add to the environment of the agent. */
  prepare(kind: LaunchKind, environment: Environment): Promise<Environment>;
  /** A session that the next connection may be for. */
  add(session: Served): { close(): void };
  /** Undefined if no session has just been opened; else resolves when its connection has come, or does not come. */
  settled(): Promise<void> | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

// A busy machine takes seconds to start a process of the agent.
const FRESH_MS = 30_000;
const HOLD_MS = 10_000;

export function createLaunchDoor(
  keys: Pick<DoorKeys, "issue">,
  /** Throws if there is none. */
  place: () => { readonly folder: string; readonly address: string },
  { clock = monotonicClock }: { readonly clock?: Clock } = {},
): LaunchDoor {
  const open = new Set<Served>();
  /** Those without a connection, and since when. */
  const waiting = new Map<Served, number>();
  let wake = Promise.withResolvers<void>();
  const { token } = keys.issue({
    async serveStream(stream) {
      const session = waitingAlone();
      if (!session) return;
      leave(session);
      try {
        await session.serveStream(stream);
      } finally {
        // It may connect again, as after a reload.
        if (open.has(session)) waiting.set(session, clock.now());
      }
    },
    handle: async () => new Response("Forbidden", { status: 403 }),
  });
  return {
    token,
    prepare: async (kind, environment) => await preparations[kind]({ ...place(), token, environment }),
    add(session) {
      open.add(session);
      waiting.set(session, clock.now());
      return {
        close() {
          open.delete(session);
          leave(session);
        },
      };
    },
    settled: () => (fresh().length === 0 ? undefined : within(HOLD_MS, untilSettled(), { clock }).then(() => {})),
  };

  function waitingAlone(): Served | undefined {
    const recent = fresh();
    const [session, ...others] = recent.length > 0 ? recent : waiting.keys();
    return others.length > 0 ? undefined : session;
  }

  function fresh(): readonly Served[] {
    return [...waiting].filter(([, since]) => clock.now() - since < FRESH_MS).map(([session]) => session);
  }

  async function untilSettled(): Promise<void> {
    while (fresh().length > 0) await wake.promise;
  }

  function leave(session: Served): void {
    if (!waiting.delete(session)) return;
    wake.resolve();
    wake = Promise.withResolvers();
  }
}

interface Preparation {
  readonly folder: string;
  readonly address: string;
  readonly token: string;
  readonly environment: Environment;
}

const preparations: Readonly<Record<LaunchKind, (preparation: Preparation) => Promise<Environment>>> = {
  "pi-extension": async ({ folder, address, token, environment }) => {
    const extension = join(folder, "pi-extension.mjs");
    const command = join(folder, "pi");
    await writeFile(extension, piExtension({ address, token }), { mode: 0o600 });
    const pi = environment["PI_ACP_PI_COMMAND"] || "pi";
    await writeFile(command, `#!/bin/sh\nexec ${quoted(pi)} --extension ${quoted(extension)} "$@"\n`);
    await chmod(command, 0o700);
    return { PI_ACP_PI_COMMAND: command };
  },
};

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The door for agents that take no servers in `session/new`: they are started so that they connect by themselves, with one
 * token for the whole process.
 *
 * Such a connection does not say which session it is for. It is for the session that has none: an agent connects while it
 * opens a session, so there is one, unless two are opened in the same moment. Then it is refused, because it might get the
 * tools of the other one.
 */

import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
}

type Environment = Readonly<Record<string, string | undefined>>;

export function createLaunchDoor(
  keys: Pick<DoorKeys, "issue">,
  /** Throws if there is none. */
  place: () => { readonly folder: string; readonly address: string },
): LaunchDoor {
  const unconnected = new Set<Served>();
  const { token } = keys.issue({
    async serveStream(stream) {
      const [session, ...others] = unconnected;
      if (!session || others.length > 0) return;
      unconnected.delete(session);
      try {
        await session.serveStream(stream);
      } finally {
        // It may connect again, as after a reload.
        if (open.has(session)) unconnected.add(session);
      }
    },
    handle: async () => new Response("Forbidden", { status: 403 }),
  });
  const open = new Set<Served>();
  return {
    token,
    prepare: async (kind, environment) => await preparations[kind]({ ...place(), token, environment }),
    add(session) {
      open.add(session);
      unconnected.add(session);
      return {
        close() {
          open.delete(session);
          unconnected.delete(session);
        },
      };
    },
  };
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

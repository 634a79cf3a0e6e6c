/**
 * Starts a program and connects to it over its standard streams.
 */

import { addAbortListener } from "node:events";
import { delimiter, dirname, isAbsolute } from "node:path";

import { errorCode, monotonicClock, within } from "@tenon/basis";

import type { StdioServerSpec } from "../../server-spec.ts";
import type { Connection } from "../protocol/connection.ts";
import type { Handshake, HandshakeOptions } from "../protocol/handshake.ts";
import type { LoginPath } from "./login-path.ts";
import { namesFolders } from "./named-folders.ts";
import { negotiate } from "../protocol/negotiate.ts";
import type { ProcessBudget } from "./process-budget.ts";
import { knownRevision, type RevisionMemory, remembered } from "../protocol/revision-memory.ts";
import { safeEnvironment } from "./safe-environment.ts";
import { createSilence } from "./silence.ts";
import { StdioTransport } from "./stdio-transport.ts";

export interface StdioConnectOptions extends HandshakeOptions {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly memory: RevisionMemory;
  readonly budget: ProcessBudget;
  readonly loginPath: LoginPath;
  /** How many server processes may run for all sessions. */
  readonly processes: number;
  /** How long a server may be silent before it is started once more and greeted in the older revision. */
  readonly quietMs: number;
  readonly endMs: number;
  /** Aborts when it has to end sooner than that. */
  readonly lost: AbortSignal | undefined;
  readonly onNoise: (line: string) => void;
}

export async function connectStdio(spec: StdioServerSpec, options: StdioConnectOptions): Promise<Connection> {
  const { signal, quietMs, budget, memory } = options;
  const cwd = spec.cwd ?? options.cwd;
  const { roots, ...others } = options.callbacks;
  const callbacks = roots && !(await namesFolders(spec, cwd)) ? options.callbacks : others;
  const known = knownRevision(spec, memory);
  // Bounded: a server that ignores the question may write to stderr all the time.
  const silence = createSilence({ quietMs, longestMs: 5 * quietMs, clock: monotonicClock });
  let hasSpoken = false;
  const negotiation = {
    ask: (own: AbortSignal) => open("ask", own, { onMessage: () => (hasSpoken = true) }),
    greet,
    silence: (own: AbortSignal) => silence.lasted(own),
    // Some servers of an older revision exit when they are asked for the newer one [P51].
    isInconclusive: (error: unknown) => !hasSpoken && isExit(error),
  };
  const opening = known === undefined ? negotiate(negotiation, signal) : open(known, signal);
  return await remembered(opening, spec, memory);

  /** Holds its turn only while it starts: servers that hang would otherwise keep those of other sessions waiting. */
  async function greet(own: AbortSignal): Promise<Connection> {
    const start = async () => {
      const opening = open("older", own);
      await within(2 * quietMs, opening);
      return { opening };
    };
    const { opening } = await budget.secondStarts.run(start, { signal: own });
    return await opening;
  }

  async function open(revision: Handshake["revision"], own: AbortSignal, extra: Listener = {}): Promise<Connection> {
    const transport = transportTo(spec, { ...options, cwd, onSignOfLife: silence.interrupt });
    const details = {
      transport,
      revision,
      closeTransport: () => transport.close(),
      whyGone: () => transport.whyGone(),
      lastWords: () => transport.lastWords(),
      ...extra,
    };
    // It starts while MCP is loaded for the first server, which takes as long as a quick server does.
    using _ = addAbortListener(own, () => void transport.close());
    await transport.launch().catch(() => {}); // the handshake gets the same error
    const { handshake } = await import("../protocol/handshake.ts");
    return await handshake(details, { ...options, callbacks, signal: own });
  }
}

type Listener = Pick<Handshake, "onMessage">;

/** `onSignOfLife` is called when the server writes something, which need not be an answer. */
function transportTo(
  spec: StdioServerSpec,
  options: StdioConnectOptions & { readonly onSignOfLife: () => void },
): StdioTransport {
  const { cwd, environment, loginPath, budget, processes, endMs, lost, onSignOfLife } = options;
  const env = withOwnFolder(spec.command, { ...safeEnvironment(environment), ...spec.env });
  return new StdioTransport(
    { command: spec.command, args: spec.args, cwd, env },
    {
      betterPath: spec.env["PATH"] === undefined ? () => loginPath.find(environment) : undefined,
      count: () => budget.take(processes),
      endMs,
      lost,
      onNoise(line) {
        onSignOfLife();
        options.onNoise(line);
      },
      onStderr: onSignOfLife,
    },
  );
}

/** A program given by its full path often needs its neighbours: npx needs the node beside it [U-07]. */
function withOwnFolder(command: string, env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!isAbsolute(command)) return env;
  const path = env["PATH"] ?? "";
  const folder = dirname(command);
  return path.split(delimiter).includes(folder)
    ? env
    : { ...env, PATH: path === "" ? folder : path + delimiter + folder };
}

function isExit(error: unknown): boolean {
  return errorCode(error) === "exited";
}

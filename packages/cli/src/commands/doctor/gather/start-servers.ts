/**
 * Starts servers as a session of Tenon would, waits until each has listed its tools or failed, and ends them all.
 *
 * The policy decides first, as for every session. What two clients declare in the same way is started once.
 */

import { defined } from "@tenon/basis";
import { canonicalJson, type Policy } from "@tenon/policy";
import {
  createProcessBudget,
  estimateTokens,
  type LoginPath,
  openHub,
  type ReceiptState,
  type ServerSpec,
  type TokenStore,
} from "@tenon/hub";

import type { ServerCheck, ServerFacts } from "../facts.ts";

export interface StartOptions {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly policy: Policy;
  readonly tokens: TokenStore;
  readonly loginPath: LoginPath;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Time limit for the start of a server. */
  readonly startMs: number;
  readonly signal: AbortSignal;
}

/** Those that may be started, one of each kind. */
export function startable(servers: readonly ServerFacts[]): readonly ServerFacts[] {
  const wanted = servers.filter(({ held, spec }) => held === undefined && spec.type !== "held");
  return [...new Map(wanted.map((server) => [identityOf(server.spec), server])).values()];
}

/** The same servers, with what came of them. */
export async function startServers(
  servers: readonly ServerFacts[],
  options: StartOptions,
): Promise<readonly ServerFacts[]> {
  const budget = createProcessBudget();
  const checks = new Map(
    await Promise.all(
      startable(servers).map(
        async ({ spec }) => [identityOf(spec), await check(spec, { ...options, budget })] as const,
      ),
    ),
  );
  return servers.map((server) => {
    const found = server.held === undefined ? checks.get(identityOf(server.spec)) : undefined;
    return found ? { ...server, check: found } : server;
  });
}

const STARTING: ReadonlySet<ReceiptState> = new Set(["declared", "admitted", "started", "restarting"]);

const NOISE = / prints to stdout, which is for MCP only: (?<line>.*)$/s;

async function check(
  spec: ServerSpec,
  options: StartOptions & { readonly budget: ReturnType<typeof createProcessBudget> },
): Promise<ServerCheck> {
  const { startMs, signal, ...shared } = options;
  const noise: string[] = [];
  await using hub = openHub({
    ...shared,
    servers: [spec],
    limits: { startMs },
    onWarning: (warning) => void noise.push(...(NOISE.exec(warning)?.groups?.["line"]?.split("\n") ?? [])),
    // One attempt says what is wrong.
    pauseMs: () => 24 * 3_600_000,
  });
  // Its attempt ends at the same time, but only after its processes, which may take seconds to go.
  await hub.ready({ waitMs: startMs, signal });
  signal.throwIfAborted();
  const [view] = hub.servers;
  if (!view) throw new Error(`${spec.name} is not in its own hub`);
  const { receipt, history } = view;
  const reason = STARTING.has(receipt.state) ? `It did not answer within ${startMs} ms` : receipt.reason;
  const { tools } = hub.catalogue;
  return {
    state: STARTING.has(receipt.state) ? "failed" : receipt.state,
    milliseconds: receipt.at - (history[0]?.at ?? receipt.at),
    steps: history.map(({ state, afterMs }) => ({ state, milliseconds: afterMs })),
    tools: tools.map(({ tool }) => tool),
    tokens: tools.reduce((sum, tool) => sum + estimateTokens(tool), 0),
    noise,
    ...defined({ reason }),
  };
}

function identityOf(spec: ServerSpec): string {
  return canonicalJson({ ...spec, name: undefined, source: undefined, file: undefined, isTrusted: undefined });
}

/**
 * Opens a hub on the configured servers and those of the command line, for one command, and closes it for sure: also on
 * Ctrl-C, which ends the servers and then the command.
 */

import { resolve } from "node:path";

import { type Hub, openConfiguredHub, type ReceiptState } from "@tenon/hub";
import { formatProblem } from "@tenon/hub/config";

import { stateText } from "../../messages/state-text.ts";
import { phrase, t } from "../../messages/t.ts";
import manifest from "../../../package.json" with { type: "json" };
import { UsageError } from "../../process/usage-error.ts";
import { warn } from "../../process/warn.ts";
import { userStores } from "../../user/user-stores.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { serverFromFlag } from "../../arguments/server-from-flag.ts";

export interface ServerFlags {
  readonly server?: readonly string[];
  readonly configured: boolean;
  readonly cwd?: string;
  readonly wait: number;
}

interface HubServers extends ServerFlags {
  /** Of the configured servers only this one. */
  readonly only?: string;
}

export const LISTED: ReadonlySet<ReceiptState> = new Set(["listed", "offered", "seen", "called"]);

const ADD_ONE = phrase("No MCP servers yet. Add one: tenon tools add <name> -- <command>");

/** Fails if no server could be asked: a script that only checks the exit code must not mistake that for "no tools". */
export function requireServers(hub: Hub): void {
  if (hub.servers.length === 0) {
    warn(t("{advice}, or try one: tenon tools list --server <command>", { advice: t(ADD_ONE) }));
  } else if (!hub.servers.some(({ receipt }) => LISTED.has(receipt.state))) {
    throw new Error(
      hub.servers.length === 1 ? t("The server did not list its tools.") : t("No server listed its tools."),
    );
  }
}

export function requireServer(hub: Hub, server: string): void {
  const names = hub.servers.map(({ spec }) => spec.name);
  if (names.includes(server)) return;
  const known = names.length === 0 ? t(ADD_ONE) : t("Available: {names}.", { names: names.join(", ") });
  throw new UsageError(t('Unknown server "{server}". {known}', { server, known }));
}

type RunWithHub<Result> = (hub: Hub, signal: AbortSignal) => Promise<Result>;

/**
 * Waits for the servers, says on standard error what became of them, and runs the command. Interrupted by a signal, it
 * ends the process by it when the servers are gone.
 */
export async function withHub<Result>(flags: HubServers, run: RunWithHub<Result>): Promise<Result> {
  const interruption = listenForInterruption();
  try {
    return await withOpenHub(flags, run, interruption.signal);
  } finally {
    interruption.leave();
  }
}

async function withOpenHub<Result>(flags: HubServers, run: RunWithHub<Result>, signal: AbortSignal): Promise<Result> {
  const stores = userStores();
  await using hub = await openConfiguredHub({
    cwd: resolve(flags.cwd ?? "."),
    clientInfo: { name: "tenon", version: manifest.version },
    given: { program: (flags.server ?? []).map(serverFromFlag), select: selectionOf(flags) },
    userFolder: stores.folder,
    tokens: stores.tokens,
    memory: stores.memory,
    isTrusted: (folder, content) => stores.trust.isTrusted(folder, content),
    onProblems: (problems) => problems.map(formatProblem).forEach(warn),
    onWarning: warn,
    onReceipt: ({ server, state, reason = "" }) => {
      if (state === "failed" || state === "needs sign-in") {
        warn(t("{server} {state}: {reason}", { server, state: stateText(state), reason }));
      }
      if (state === "waiting for trust") {
        warn(t("{server} is not trusted yet. Review it with: tenon tools trust", { server }));
      }
    },
  });
  const done = showProgress(hub);
  await hub.ready({ waitMs: flags.wait * 1000, signal });
  done();
  signal.throwIfAborted();
  for (const { receipt } of hub.servers) {
    const isStarting = receipt.state === "declared" || receipt.state === "admitted" || receipt.state === "started";
    if (!isStarting) continue;
    const values = { server: receipt.server, seconds: flags.wait };
    warn(t("{server} did not start within {seconds} s; allow more time with --wait", values));
  }
  return await run(hub, signal);
}

function selectionOf({ configured, only }: HubServers): "all" | "none" | readonly string[] {
  if (!configured) return "none";
  return only === undefined ? "all" : [only];
}

/** A status line while servers start; nothing if standard error is not a terminal. */
function showProgress(hub: Hub): () => void {
  if (!process.stderr.isTTY || hub.servers.length === 0) return () => {};
  const show = () => {
    const waiting = hub.servers.filter(({ receipt }) => ["declared", "admitted", "started"].includes(receipt.state));
    const names = waiting.map(({ spec }) => spec.name).join(", ");
    process.stderr.write(`\r\u001B[K${names === "" ? "" : t("starting {names}…", { names })}`);
  };
  const timer = setInterval(show, 100);
  show();
  return () => {
    clearInterval(timer);
    process.stderr.write("\r\u001B[K");
  };
}

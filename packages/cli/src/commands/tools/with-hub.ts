/**
 * Opens a hub on the configured servers and those of the command line, for one command, and closes it for sure: also on
 * Ctrl-C, which ends the servers and then the command.
 */

import { resolve } from "node:path";

import { type Hub, openHub } from "@tenon/hub";
import { loadConfiguration, mergeServers, problemInWords, readySpecs } from "@tenon/hub/config";
import { defaultRules, type Layer, parseRules } from "@tenon/policy";

import manifest from "../../../package.json" with { type: "json" };
import { userStores } from "../../user-stores.ts";
import { serverFromFlag } from "./server-from-flag.ts";

export interface ServerFlags {
  readonly server?: readonly string[];
  readonly configured: boolean;
  readonly cwd?: string;
  readonly wait: number;
}

/** Waits for the servers, says on standard error what became of them, and runs the command. */
export async function withHub<Result>(
  flags: ServerFlags,
  run: (hub: Hub, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error("Interrupted"));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const cwd = resolve(flags.cwd ?? ".");
  const stores = userStores();
  const configuration = await loadConfiguration({
    cwd,
    userFolder: stores.folder,
    environment: process.env,
    isTrusted: (folder, content) => stores.trust.isTrusted(folder, content),
  });
  const { servers, problems } = mergeServers({
    configured: flags.configured ? configuration.servers : [],
    program: (flags.server ?? []).map(serverFromFlag),
  });
  for (const problem of [...configuration.problems, ...problems]) say(problemInWords(problem));
  for (const server of servers) {
    if (server.state === "failed") say(`${server.name} cannot be started: ${server.reason}`);
    if (server.state === "waiting") say(`${server.name} waits for your trust: see tenon tools trust`);
  }
  const rules = configuration.policies.map(({ source, policy }): Layer => ({
    name: source,
    rules: parseRules(policy),
  }));

  await using hub = openHub({
    servers: readySpecs(servers),
    cwd,
    clientInfo: { name: "tenon", version: manifest.version },
    policy: [defaultRules, ...rules],
    tokens: stores.tokens,
    onWarning: say,
    onReceipt: ({ server, state, reason }) => {
      if (state === "failed" || state === "needs sign-in")
        say(`${server} ${state}: ${reason ?? "for no reason it gave"}`);
    },
  });
  try {
    const done = showProgress(hub);
    await hub.ready({ waitMs: flags.wait * 1000, signal: interrupted.signal });
    done();
    interrupted.signal.throwIfAborted();
    return await run(hub, interrupted.signal);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

function say(line: string): void {
  process.stderr.write(`tenon: ${line}\n`);
}

/** A line that a person sees while servers start; nothing when nobody is watching. */
function showProgress(hub: Hub): () => void {
  if (!process.stderr.isTTY || hub.servers.length === 0) return () => {};
  const show = () => {
    const waiting = hub.servers.filter(({ receipt }) => ["declared", "admitted", "started"].includes(receipt.state));
    const names = waiting.map(({ spec }) => spec.name).join(", ");
    process.stderr.write(`\r\u001B[K${names === "" ? "" : `starting ${names}…`}`);
  };
  const timer = setInterval(show, 100);
  show();
  return () => {
    clearInterval(timer);
    process.stderr.write("\r\u001B[K");
  };
}

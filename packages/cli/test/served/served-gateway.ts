/**
 * `tenon serve` as a process of its own, from the sources, with a folder of its own that outlives it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { noConfiguration, tenon } from "../tenon.ts";

export interface ServedGateway extends AsyncDisposable {
  /** `127.0.0.1:7411` */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** As a terminal sends it: to the launcher, and to what that has started. */
  killAll(signal: NodeJS.Signals): void;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  stderr(): string;
}

export interface ServeOptions {
  readonly data: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** As on a Node.js that is too old, which starts a newer one. */
  readonly isLaunched?: boolean;
}

const LAUNCHER = `
const { runNode } = await import(${JSON.stringify(new URL("../../bin/find-node.mjs", import.meta.url).href)});
await runNode(process.argv.slice(1), [0, 0], { endsWithUs: true });
`;

export async function startServe(options: ServeOptions): Promise<ServedGateway> {
  const { data, flags, environment, isLaunched = false } = options;
  const env = { ...process.env, ...noConfiguration, TENON_DATA: data, ...environment };
  const launcher = isLaunched ? ["--input-type=module", "-e", LAUNCHER, "--"] : [];
  const args = [...launcher, tenon, "serve", "--json", "--port", "0", ...flags];
  const place = { env, cwd: data, detached: isLaunched };
  const child = spawn(process.execPath, args, { ...place, stdio: ["ignore", "pipe", "pipe"] });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const stderr = () => Buffer.concat(errors).toString();
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (line === undefined) throw new Error(`tenon serve has ended: ${stderr()}`);
  const { url, tokenFile }: { readonly url: string; readonly tokenFile: string } = JSON.parse(line);
  const token = (await readFile(tokenFile, "utf8")).trim();
  return {
    address: new URL(url).host,
    headers: { Authorization: `Bearer ${token}` },
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    killAll: (signal) => void process.kill(-(child.pid ?? 0), signal),
    ended,
    stderr,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

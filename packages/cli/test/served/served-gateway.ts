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
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  stderr(): string;
}

export interface ServeOptions {
  readonly data: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export async function startServe({ data, flags, environment }: ServeOptions): Promise<ServedGateway> {
  const env = { ...process.env, ...noConfiguration, TENON_DATA: data, ...environment };
  const args = [tenon, "serve", "--json", "--port", "0", ...flags];
  const child = spawn(process.execPath, args, { env, cwd: data, stdio: ["ignore", "pipe", "pipe"] });
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
    ended,
    stderr,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

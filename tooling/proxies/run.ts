/**
 * `npm run proxies`: the configurations of `deploy/` for Caddy and nginx, tried with the programs that are installed here, on
 * loopback. Behind each are two `tenon serve` on one Postgres; a client that knows the proxy only, over TLS, uses WebSocket,
 * HTTP streams and feeds, while one of the two is stopped.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { startPostgres } from "@tenon/testkit/postgres";

import { buildTenon } from "../build-tenon.ts";
import { isInstalled, type Proxy, startCaddy, startNginx } from "./proxy.ts";

const KINDS: Readonly<Record<string, typeof startCaddy>> = { caddy: startCaddy, nginx: startNginx };

const tenon = join(await buildTenon(), "bin", "tenon.mjs");
await using postgres = await startPostgres();
for (const [name, start] of Object.entries(KINDS)) {
  if (isInstalled(name)) await tryProxy(name, start);
  else console.log(`${name}: not installed here, not tried`);
}

async function tryProxy(name: string, start: typeof startCaddy): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tenon-proxy-"));
  await using database = await postgres.createDatabase();
  const [port, first, second] = [await freePort(), await freePort(), await freePort()];
  const publicUrl = `https://localhost:${port}`;
  const data = join(folder, "data");
  await mkdir(data);
  const serve = (own: number) => startMachine({ port: own, publicUrl, data, store: database.url });
  // One after the other: the first makes the token for both.
  const machines = [await serve(first), await serve(second)];
  let proxy: Proxy | undefined;
  try {
    proxy = await start({ folder, port, machines: [first, second] });
    const token = (await readFile(join(data, "serve-token"), "utf8")).trim();
    const args = ["--conditions=tenon:source", join(import.meta.dirname, "check.ts"), publicUrl];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: proxy.certificate, TENON_TOKEN: token };
    const check = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
    for await (const line of createInterface({ input: check.stdout })) {
      // It asks for this when it has a session on either machine.
      if (line === "stop one") machines[0]?.child.kill("SIGTERM");
      else console.log(`${name}: ${line}`);
    }
    if (check.exitCode === null) await once(check, "exit");
    if (check.exitCode !== 0) process.exitCode = 1;
  } finally {
    await proxy?.stop();
    for (const { child, exited } of machines) {
      child.kill("SIGKILL");
      await exited;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startMachine(options: {
  readonly port: number;
  readonly publicUrl: string;
  readonly data: string;
  readonly store: string;
}) {
  const flags = [
    "--json",
    "--model",
    "rehearsal",
    "--agent",
    "tenon",
    "--trust-proxy",
    "--public-url",
    options.publicUrl,
  ];
  const child = spawn(process.execPath, [tenon, "serve", "--port", `${options.port}`, ...flags], {
    cwd: options.data,
    env: { PATH: process.env["PATH"], HOME: options.data, TENON_DATA: options.data, TENON_STORE: options.store },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await Promise.race([once(createInterface({ input: child.stdout }), "line"), exited]);
  if (child.exitCode !== null) throw new Error("tenon serve has ended");
  return { child, exited };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("The loopback interface has no free port");
  return address.port;
}

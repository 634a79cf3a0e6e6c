/**
 * `npm run two-machines [agent…]`, on Linux as root: an editor and `tenon connect` in one network namespace, `tenon serve` with
 * an agent in another, joined by a cable and TLS, neither with the files of the other. The agent (ours and real ones from npm,
 * on the stand-in model) calls a stdio, an HTTP and an SSE server of the editor's machine, reads an unsaved buffer, and runs a
 * command in the editor's terminal.
 */

import { execFileSync, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { buildTenon } from "../build-tenon.ts";
import { realAgents } from "../real-agents/agents.ts";
import { installAgent } from "../real-agents/install-agent.ts";
import { runFar } from "./far.ts";
import { runNear } from "./near.ts";
import type { Place } from "./place.ts";

const [role, given, gateway] = process.argv.slice(2);
if (role === "far") await runFar(JSON.parse(given ?? ""));
else if (role === "near") await runNear(JSON.parse(given ?? ""), JSON.parse(gateway ?? ""));
else await runBoth(process.argv.slice(2));

async function runBoth(chosen: readonly string[]): Promise<void> {
  const agents = chosen.length > 0 ? chosen : ["tenon", "claude", "opencode"];
  const tenon = join(await buildTenon(), "bin", "tenon.mjs");
  const programs = join(tmpdir(), "tenon-real-agents");
  // Here: a namespace has no way to a registry.
  for (const agent of realAgents.filter(({ name }) => agents.includes(name)))
    await installAgent(agent, { folder: programs });
  for (const agent of agents) {
    const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-two-")));
    const id = root.slice(-6).replaceAll(/[^A-Za-z0-9]/g, "x");
    const spaces = { near: `near${id}`, far: `far${id}` };
    try {
      const place = { agent, tenon, programs, near: join(root, "near"), far: join(root, "far"), address: "10.77.0.2" };
      await Promise.all([place.near, place.far].map((folder) => mkdir(folder)));
      makeCable(spaces, id);
      await makeCertificate(place);
      const { seen, done } = await run(place, spaces);
      console.log(`${agent.padEnd(10)} ${JSON.stringify({ ...done, reachedTheModel: seen })}`);
      if (/false|:0/.test(JSON.stringify([seen, done]))) process.exitCode = 1;
    } finally {
      for (const space of Object.values(spaces)) ip("netns", "del", space);
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function run(place: Place, spaces: { readonly near: string; readonly far: string }) {
  using far = start(spaces.far, place.near, ["far", JSON.stringify(place)]);
  const gateway = await far.line();
  using near = start(spaces.near, place.far, ["near", JSON.stringify(place), gateway]);
  const done: object = JSON.parse(await near.line());
  far.end();
  return { done, seen: JSON.parse(await far.line()) as object };
}

/** In its namespace, where an empty folder hides the other machine's. */
function start(space: string, hidden: string, args: readonly string[]) {
  const program = [process.execPath, "--conditions=tenon:source", import.meta.filename, ...args];
  const script = 'mount -t tmpfs none "$0" && exec "$@"';
  const child = spawn("ip", ["netns", "exec", space, "sh", "-c", script, hidden, ...program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async line(): Promise<string> {
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`${args[0]} has ended`);
      return value;
    },
    end: () => child.stdin.end(),
    [Symbol.dispose]: () => void child.kill(),
  };
}

function makeCable({ near, far }: { readonly near: string; readonly far: string }, id: string): void {
  for (const space of [near, far]) ip("netns", "add", space);
  ip("link", "add", `n${id}`, "netns", near, "type", "veth", "peer", "name", `f${id}`, "netns", far);
  ip("-n", near, "addr", "add", "10.77.0.1/24", "dev", `n${id}`);
  ip("-n", far, "addr", "add", "10.77.0.2/24", "dev", `f${id}`);
  for (const [space, device] of [
    [near, `n${id}`],
    [far, `f${id}`],
  ] as const) {
    for (const each of ["lo", device]) ip("-n", space, "link", "set", each, "up");
  }
}

/** Of an authority of our own, which the editor's machine trusts. */
async function makeCertificate({ near, far, address }: Place): Promise<void> {
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: far, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...key, "-subj", "/CN=two machines", "-keyout", "ca-key.pem", "-out", "ca.pem");
  const own = [
    "-subj",
    `/CN=${address}`,
    "-addext",
    `subjectAltName=IP:${address}`,
    "-addext",
    "basicConstraints=CA:FALSE",
  ];
  openssl(
    "req",
    "-x509",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca-key.pem",
    ...key,
    ...own,
    "-keyout",
    "key.pem",
    "-out",
    "cert.pem",
  );
  await cp(join(far, "ca.pem"), join(near, "ca.pem"));
}

function ip(...args: readonly string[]): void {
  execFileSync("ip", args, { stdio: "pipe" });
}

/**
 * Caddy and nginx as children of ours, with the files of `deploy/` and a certificate for `localhost`.
 */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface Proxy {
  /** What its clients have to trust. */
  readonly certificate: string;
  stop(): Promise<void>;
}

export interface ProxyOptions {
  readonly folder: string;
  readonly port: number;
  readonly machines: readonly number[];
}

const deploy = join(import.meta.dirname, "../../deploy");
// Where Debian has nginx, and not every user's PATH.
const PATHS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];

export function isInstalled(name: string): boolean {
  return PATHS.some((folder) => existsSync(join(folder, name)));
}

export async function startCaddy({ folder, port, machines }: ProxyOptions): Promise<Proxy> {
  const { certificate, key } = makeCertificate(folder);
  const given = await readFile(join(deploy, "Caddyfile"), "utf8");
  // Only what concerns this machine: no names of its own to answer for, no port 80, nothing in the system's trust.
  const own = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n";
  const site = given.replace("{$TENON_HOST} {", `{$TENON_HOST} {\n\ttls ${certificate} ${key}`);
  const file = join(folder, "Caddyfile");
  await writeFile(file, own + site);
  const env = {
    TENON_HOST: `localhost:${port}`,
    TENON_MACHINES: machines.map((machine) => `127.0.0.1:${machine}`).join(" "),
    HOME: folder,
  };
  return started("caddy", ["run", "--adapter", "caddyfile", "--config", file], { env, port, certificate });
}

export async function startNginx({ folder, port, machines }: ProxyOptions): Promise<Proxy> {
  const { certificate, key } = makeCertificate(folder);
  let site = await readFile(join(deploy, "nginx.conf"), "utf8");
  const replaced: readonly (readonly [string, string])[] = [
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["server_name tenon.example.com", "server_name localhost"],
    ["/etc/ssl/tenon.example.com.pem", certificate],
    ["/etc/ssl/tenon.example.com.key", key],
    ["127.0.0.1:7411", `127.0.0.1:${machines[0]}`],
    ["127.0.0.1:7412", `127.0.0.1:${machines[1]}`],
  ];
  for (const [from, to] of replaced) {
    if (!site.includes(from)) throw new Error(`deploy/nginx.conf has no longer "${from}"`);
    site = site.replace(from, to);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}\n` +
      `http { access_log off; ${temporary.join(" ")}\n${site}\n}\n`,
  );
  return started("nginx", ["-p", folder, "-c", file], { env: {}, port, certificate });
}

async function started(
  name: string,
  args: readonly string[],
  { env, port, certificate }: { readonly env: object; readonly port: number; readonly certificate: string },
): Promise<Proxy> {
  const child = spawn(name, args, {
    env: { PATH: PATHS.join(delimiter), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk));
  const exited = once(child, "exit");
  while (!(await accepts(port))) {
    if (isOver(child)) throw new Error(`${name} has ended: ${Buffer.concat(log).toString()}`);
    await sleep(50);
  }
  return {
    certificate,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

function makeCertificate(folder: string): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(folder, "localhost.pem"), join(folder, "localhost.key")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", ["req", ...kind, ...name, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { certificate, key };
}

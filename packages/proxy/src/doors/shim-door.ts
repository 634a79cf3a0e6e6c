/**
 * A socket in a private folder, and the shim that pipes to it. The first line of a connection is its token; the rest
 * belongs to the endpoint.
 */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

import { isRunning, processSpace } from "@tenon/basis/node";

import type { DoorKeys } from "./door-keys.ts";
import { shimProgram } from "./shim.ts";

export interface ShimDoor {
  /** What the agent starts, with the token in its environment. */
  readonly command: string;
  readonly args: readonly string[];
  /** Readable by this user alone; removed when the door closes. */
  readonly folder: string;
  /** The socket. */
  readonly address: string;
  /** Ends the listener and every connection, and with them the shims. */
  close(): Promise<void>;
}

const FOLDER_PREFIX = "tenon-wrap-";
const SPACE_LENGTH = 8;
const MAX_PID = 4_194_304;
// Of macOS; Linux has four more.
const MAX_SOCKET_BYTES = 103;
const MAX_TOKEN_BYTES = 256;
// A shim sends it with its first breath.
const TOKEN_MS = 10_000;

export async function openShimDoor(keys: Pick<DoorKeys, "find">): Promise<ShimDoor> {
  const parent = parentFolder();
  const prefix = `${FOLDER_PREFIX}${spaceName()}-`;
  await removeAbandoned(parent, prefix);
  // Readable by this user alone.
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  try {
    return await openIn(folder, keys);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function openIn(folder: string, keys: Pick<DoorKeys, "find">): Promise<ShimDoor> {
  const program = join(folder, "shim.cjs");
  await writeFile(program, shimProgram, { mode: 0o600 });
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    // A shim that was killed resets its connection.
    socket.on("error", () => socket.destroy());
    void serve(socket);
  });
  const address = socketAddress(folder);
  server.listen(address);
  await once(server, "listening");
  ignoreFailedAccepts(server);
  return {
    command: process.execPath,
    args: [program, address],
    folder,
    address,
    async close() {
      await closeServer(server, connections);
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function serve(socket: Socket): Promise<void> {
    try {
      const endpoint = keys.find(await readToken(socket));
      if (endpoint) await endpoint.serveStream(socket);
    } catch {
      // The connection broke; the endpoint has ended what belonged to it.
    } finally {
      // What the endpoint wrote last still arrives.
      socket.destroySoon();
    }
  }
}

/** The user's temporary folder, unless a socket in it would have too long a name, as in that of a build. */
function parentFolder(): string {
  // `mkdtemp` adds six characters.
  const longest = join(tmpdir(), `${FOLDER_PREFIX}${"x".repeat(SPACE_LENGTH)}-${MAX_PID}-${"x".repeat(6)}`, "socket");
  return process.platform !== "win32" && Buffer.byteLength(longest) > MAX_SOCKET_BYTES ? "/tmp" : tmpdir();
}

/**
 * Where a process id means the same process: a boot of a machine, or one of its containers. Containers may share a
 * temporary folder, and to one of them the processes of the others look dead.
 */
function spaceName(): string {
  const { boot, pidSpace } = processSpace();
  const identity = [hostname(), boot, pidSpace].join(" ");
  return createHash("sha256").update(identity).digest("hex").slice(0, SPACE_LENGTH);
}

/** The folders of processes that were killed before they could remove them. Another user's are not ours to remove. */
async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const abandoned = names.filter((name) => {
    if (!name.startsWith(prefix)) return false;
    const [, pid] = /^(\d+)-/.exec(name.slice(prefix.length)) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.allSettled(abandoned.map((name) => rm(join(parent, name), { recursive: true })));
}

/** A connection that cannot be accepted, such as for want of file descriptors, must not end the process. */
export function ignoreFailedAccepts(server: Server): void {
  server.on("error", () => {});
}

/** Named pipes of Windows are no files: their names are unguessable instead. */
function socketAddress(folder: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\tenon-${crypto.randomUUID()}` : join(folder, "socket");
}

/** The first line. What comes after it stays in the socket; empty if none comes. */
async function readToken(socket: Socket): Promise<string> {
  const timer = setTimeout(() => socket.destroy(), TOKEN_MS);
  try {
    let read = Buffer.alloc(0);
    for (;;) {
      const chunk: unknown = socket.read();
      if (!(chunk instanceof Buffer)) {
        if (socket.readableEnded || socket.destroyed) return "";
        await readable(socket);
        continue;
      }
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf(0x0a);
      if (end !== -1) {
        if (end + 1 < read.length) socket.unshift(read.subarray(end + 1));
        return read.toString("utf8", 0, end);
      }
      if (read.length > MAX_TOKEN_BYTES) return "";
    }
  } finally {
    clearTimeout(timer);
  }
}

async function readable(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const events = ["readable", "end", "close"] as const;
  for (const event of events) socket.once(event, resolve);
  await promise;
  for (const event of events) socket.off(event, resolve);
}

async function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, "close");
  server.close();
  for (const socket of connections) socket.destroy();
  await closed;
}

/**
 * Who may send requests to a toolset over HTTP: by host, by origin, by token.
 *
 * A browser on this machine can reach a loopback address, and a page can have its own name resolve to it: so Host must be a name
 * that we listen for, and an Origin must be on this machine or allowed.
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { dirname } from "node:path";

import { systemCode } from "@tenon/basis";
import { readPrivateFile, writePrivateFile } from "@tenon/basis/node";

export interface HttpAccess {
  /** Host names besides those of this machine, without the port. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages that may call it besides those of this machine, such as `https://example.com`. */
  readonly allowedOrigins?: readonly string[];
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host) || host === "::1";
}

export function createGuard({ allowedHosts = [], allowedOrigins = [] }: HttpAccess, token: string | undefined) {
  const hosts = new Set([...LOOPBACK, ...allowedHosts]);
  const origins = new Set(allowedOrigins);
  const expected = token === undefined ? undefined : digest(token);

  /** Undefined for a request that may be answered. */
  return ({ host = "", origin, authorization = "" }: IncomingHttpHeaders): Refusal | undefined => {
    if (!hosts.has(host.replace(/:\d+$/, "")))
      return { status: 403, reason: `The host ${JSON.stringify(host)} is not allowed` };
    if (origin !== undefined && !origins.has(origin) && !isLocalOrigin(origin)) {
      return { status: 403, reason: `The origin ${JSON.stringify(origin)} is not allowed` };
    }
    if (!expected) return undefined;
    const given = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    const isRight = given !== undefined && timingSafeEqual(digest(given), expected);
    return isRight ? undefined : { status: 401, reason: "A bearer token is required" };
  };
}

/** The token in the file; a new one is written if there is no file. Throws for a file that others can write. */
export async function readToken(path: string): Promise<string> {
  try {
    const { text, isPrivate } = await readPrivateFile(path);
    const token = text.trim();
    if (!isPrivate) throw new Error(`The token file ${path} can be written by other users; run chmod 600 on it`);
    if (!/^\S{16,}$/.test(token))
      throw new Error(`The token file ${path} must contain one token of at least 16 characters`);
    return token;
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    const token = randomBytes(32).toString("base64url");
    await mkdir(dirname(path), { recursive: true });
    await writePrivateFile(path, `${token}\n`);
    return token;
  }
}

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

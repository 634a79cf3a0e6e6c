/**
 * The token of this user's gateway: 32 random bytes in a file that only they can read.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { errorCode } from "@tenon/basis";
import { writePrivateFile } from "@tenon/basis/node";

import { metricsTokenFor } from "./credentials.ts";

export interface TokenFile {
  readonly file: string;
  /** The one that is in the file, or that will be unless another process is quicker. */
  readonly token: string;
  /**
   * Writes a new one. To be called when it will be used: a token in the file that was never printed is a secret that the
   * user does not know.
   */
  keep(): Promise<KeptToken>;
}

export interface KeptToken {
  readonly token: string;
  /** It was created just now, so the user does not know it yet. */
  readonly isNew: boolean;
}

/** Where a program that reads `/metrics` finds its token. Resolves with the path of the file. */
export async function keepMetricsToken({ folder, token }: { readonly folder: string; readonly token: string }) {
  const file = join(folder, "metrics-token");
  await writePrivateFile(file, `${metricsTokenFor(token)}\n`);
  return file;
}

export interface TokenFileOptions {
  /** The folder of the file; made if there is none. */
  readonly folder: string;
  /** Replaces the token, which invalidates the old one. */
  readonly renew?: boolean;
}

export async function openTokenFile({ folder, renew = false }: TokenFileOptions): Promise<TokenFile> {
  const file = join(folder, "serve-token");
  const known = renew ? undefined : await readToken(file);
  if (known !== undefined) return { file, token: known, keep: async () => ({ token: known, isNew: false }) };
  const token = randomBytes(32).toString("base64url");
  return { file, token, keep: () => (renew ? replaceToken(file, token) : createToken(file, token)) };
}

async function replaceToken(file: string, token: string): Promise<KeptToken> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, `${token}\n`);
  return { token, isNew: true };
}

async function createToken(file: string, token: string): Promise<KeptToken> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
    // A link is made whole or not at all, and not over what another process has made meanwhile.
    await link(draft, file);
    return { token, isNew: true };
  } catch (error) {
    const made = errorCode(error) === "EEXIST" ? await readToken(file) : undefined;
    if (made === undefined) throw error;
    return { token: made, isNew: false };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Undefined if there is no file. Throws if there is no token in it: to replace it silently would lock its readers out. */
async function readToken(file: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const token = text.trim();
  if (!/^[\w-]{43}$/.test(token)) throw new Error(`${file} holds no valid token. Create a new one with --new-token.`);
  await chmod(file, 0o600);
  return token;
}

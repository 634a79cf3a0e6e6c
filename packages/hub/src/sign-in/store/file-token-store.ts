/**
 * A store in a folder, for all processes of one user: a file for each server, readable by that user alone.
 *
 * A file is replaced whole, so a reader finds the old record or the new one. What cannot be read as a record
 * counts as absent, is set aside and reported: the worst that follows is that a person signs in once more.
 */

import { hash } from "node:crypto";
import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import type { OAuthClientInformationMixed, SpecTypes } from "@modelcontextprotocol/client";
import { errorCode, isObject } from "@tenon/basis";
import { readPrivateFile, writePrivateFile } from "@tenon/basis/node";

import { acquireLock } from "./lock-file.ts";
import type { Credentials, StoreWarning, TokenStore } from "./token-store.ts";

export interface FileTokenStoreOptions {
  /** Made when it is first needed, for the user alone. */
  readonly folder: string;
  /** Must not throw. */
  readonly onWarning: (warning: StoreWarning) => void;
}

export function fileTokenStore({ folder, onWarning }: FileTokenStoreOptions): TokenStore {
  return {
    read,
    async hold(server, work, options) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // It may have been there, open to others.
      await chmod(folder, 0o700);
      await using _lock = await acquireLock(`${fileOf(folder, server)}.lock`, options);
      return await work({ current: await read(server), save: (next) => save(server, next) });
    },
  };

  async function read(server: string): Promise<Credentials | undefined> {
    const path = fileOf(folder, server);
    const text = await readPrivate(path);
    if (text === undefined) return undefined;
    try {
      const json: unknown = JSON.parse(text);
      return await parseRecord(json, server);
    } catch {
      // Without the cause: a JSON error quotes the text, and the text is secret.
      await setAside(path);
      return undefined;
    }
  }

  async function readPrivate(path: string): Promise<string | undefined> {
    try {
      const { text, isPrivate } = await readPrivateFile(path);
      if (isPrivate) return text;
      const message = `${path} was ignored because other users can write to it. Run chmod 600 on it, or delete it.`;
      onWarning({ code: "not_private", message, file: path });
    } catch (cause) {
      if (errorCode(cause) === "ENOENT") return undefined;
      onWarning({ code: "unreadable", message: `${path} cannot be read.`, file: path, cause });
    }
    return undefined;
  }

  async function setAside(path: string): Promise<void> {
    const aside = `${path}.corrupt`;
    const moved = await rename(path, aside).then(
      () => ` It was set aside as ${aside}.`,
      () => "", // another process was quicker
    );
    onWarning({ code: "corrupt", message: `${path} was ignored because it is damaged.${moved}`, file: path });
  }

  async function save(server: string, credentials: Credentials | undefined): Promise<void> {
    const path = fileOf(folder, server);
    if (!credentials) return await rm(path, { force: true });
    const record: StoreRecord = { version: 1, server, credentials };
    await writePrivateFile(path, `${JSON.stringify(record, undefined, 2)}\n`);
  }
}

function fileOf(folder: string, server: string): string {
  const host = URL.canParse(server) ? new URL(server).hostname.replace(/[^\w.-]/g, "_").slice(0, 60) : "server";
  const digest = hash("sha256", server).slice(0, 32);
  return join(folder, `${host}-${digest}.json`);
}

interface StoreRecord {
  readonly version: 1;
  readonly server: string;
  readonly credentials: Credentials;
}

/** Throws if this is not a record for the server. What it throws names no value: they are secrets. */
async function parseRecord(json: unknown, server: string): Promise<Credentials> {
  if (!isObject(json) || json["version"] !== 1 || json["server"] !== server)
    throw new Error("Not a record of this server");
  const { credentials } = json;
  if (!isObject(credentials) || typeof credentials["issuer"] !== "string") throw new Error("No issuer");
  const { issuer, client, tokens, proofKey, wanted } = credentials;
  return {
    issuer,
    ...(client !== undefined && { client: await parseClient(client) }),
    ...(tokens !== undefined && { tokens: await parse("OAuthTokens", tokens) }),
    ...(isObject(proofKey) && { proofKey }),
    ...(typeof wanted === "string" && { wanted }),
  };
}

/** With the redirect addresses it was registered for, if it was registered and not assigned. */
function parseClient(json: unknown): Promise<OAuthClientInformationMixed> {
  const isRegistered = isObject(json) && "redirect_uris" in json;
  return isRegistered ? parse("OAuthClientInformationFull", json) : parse("OAuthClientInformation", json);
}

type Kind = "OAuthTokens" | "OAuthClientInformation" | "OAuthClientInformationFull";

async function parse<K extends Kind>(kind: K, json: unknown): Promise<SpecTypes[K]> {
  // Loaded only where a sign-in is stored.
  const { specTypeSchemas } = await import("@modelcontextprotocol/client");
  const result = specTypeSchemas[kind]["~standard"].validate(json);
  if (result.issues) throw new Error(`Not ${kind}`);
  return result.value;
}

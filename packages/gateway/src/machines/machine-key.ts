/**
 * How one machine proves to another that it is of the same gateway, and for whom it speaks: it signs that with the secret
 * that all of them read from the store. A signature is good for one connection, for a minute.
 */

import { createHmac, randomUUID } from "node:crypto";

import { isObject, numberOf, parseJson, stringOf } from "@tenon/basis";
import { isEqualSecret } from "@tenon/basis/node";

import type { Peer } from "../gateway.ts";

/** The path of connections between machines, and the header that they prove themselves by. */
export const MACHINE_PATH = "/machine";
export const MACHINE_HEADER = "x-tenon-machine";

// The clocks of machines differ.
const MAX_AGE_MS = 60_000;

export function signPeer(secret: string, { access, ...peer }: Peer, now = Date.now()): string {
  const personId = access?.person.id;
  const claim = Buffer.from(JSON.stringify({ peer, personId, at: now, id: randomUUID() })).toString("base64url");
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** What its person may do is looked up where it arrives. */
export interface ForwardedPeer extends Omit<Peer, "access"> {
  readonly personId?: string;
}

export interface MachineKeys {
  /** The client that a connection from another machine is for; undefined if it is forged, old or used before. */
  peerIn(header: string | string[] | undefined): ForwardedPeer | undefined;
}

export function createMachineKeys(secret: string | undefined, now: () => number = Date.now): MachineKeys {
  const used = new Map<string, number>();
  return {
    peerIn(header) {
      if (secret === undefined || typeof header !== "string") return undefined;
      const [claim = "", signature = ""] = header.split(".");
      if (!isEqualSecret(signature, signatureOf(secret, claim))) return undefined;
      const signed = parseJson(Buffer.from(claim, "base64url").toString());
      if (!isObject(signed)) return undefined;
      const [at, id] = [numberOf(signed["at"]) ?? 0, stringOf(signed["id"]) ?? ""];
      for (const [old, until] of used) if (until < now()) used.delete(old);
      if (Math.abs(now() - at) > MAX_AGE_MS || used.has(id)) return undefined;
      used.set(id, at + 2 * MAX_AGE_MS);
      const peer = peerOf(signed["peer"]);
      const personId = stringOf(signed["personId"]);
      return peer && { ...peer, ...(personId !== undefined && { personId }) };
    },
  };
}

function peerOf(given: unknown): Peer | undefined {
  if (!isObject(given) || typeof given["name"] !== "string") return undefined;
  const { name, agent, isRemote } = given;
  const known = { name, isForwarded: true, ...(typeof agent === "string" && { agent }) };
  return isRemote === true ? { ...known, isRemote } : known;
}

function signatureOf(secret: string, claim: string): string {
  return createHmac("sha256", secret).update(claim).digest("base64url");
}

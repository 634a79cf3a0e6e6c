/**
 * How one machine proves to another that it is of the same gateway, and for whom it speaks: it signs that with the secret
 * that all of them read from the store. A signature is good for one connection, for a minute, at the machine that it was
 * made for.
 */

import { createHmac, randomUUID } from "node:crypto";

import { isObject, type JsonObject, numberOf, parseJson, stringOf } from "@tenon/basis";
import { isEqualSecret } from "@tenon/basis/node";

import type { Peer } from "../gateway.ts";
import type { Machines } from "../gateway-options.ts";

/** The paths of connections and of carried ACP requests between machines, and the header that they prove themselves by. */
export const MACHINE_PATH = "/machine";
export const CARRIED_PATH = "/machine/acp";
export const MACHINE_HEADER = "x-tenon-machine";

// The clocks of machines differ.
const MAX_AGE_MS = 60_000;

/** The machine that a proof is made for. */
export interface Receiver {
  /** Its address, as the store has it. */
  readonly to: string;
  /** By its clock, if that is known. */
  readonly now?: number;
}

export function signPeer(secret: string, { access, ...peer }: Peer, receiver: Receiver): string {
  return signed(secret, { peer, personId: access?.person.id }, receiver);
}

/** For a question of the machine itself, in no client's name. */
export function signMachine(secret: string, receiver: Receiver): string {
  return signed(secret, {}, receiver);
}

function signed(secret: string, what: object, { to, now = Date.now() }: Receiver): string {
  const claim = Buffer.from(JSON.stringify({ ...what, to, at: now, id: randomUUID() })).toString("base64url");
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** What its person may do is looked up where it arrives. */
export interface ForwardedPeer extends Omit<Peer, "access"> {
  readonly personId?: string;
}

type Header = string | string[] | undefined;

export interface MachineKeys {
  /**
   * The client that a connection from another machine is for; undefined if its proof is forged, old, used before, or made for
   * another machine or for this one before it was started again.
   */
  peerIn(header: Header): ForwardedPeer | undefined;
  /** Whether it is another machine that asks something itself. */
  isMachine(header: Header): boolean;
}

export interface MachineKeyOptions extends Pick<Machines, "secret" | "address"> {
  readonly now?: () => number;
}

// The Date header, by which another machine sets its clock, has whole seconds.
const RESOLUTION_MS = 1_000;

export function createMachineKeys(options: MachineKeyOptions | undefined): MachineKeys {
  const { secret, address = () => undefined, now = Date.now } = options ?? {};
  const used = new Map<string, number>();
  const startedAt = performance.now();
  return {
    peerIn(header) {
      const claim = claimIn(header);
      const peer = claim && peerOf(claim["peer"]);
      const personId = stringOf(claim?.["personId"]);
      return peer && { ...peer, ...(personId !== undefined && { personId }) };
    },
    isMachine(header) {
      const claim = claimIn(header);
      return claim !== undefined && claim["peer"] === undefined;
    },
  };

  function claimIn(header: Header): JsonObject | undefined {
    if (secret === undefined || typeof header !== "string") return undefined;
    const [text = "", signature = ""] = header.split(".");
    if (!isEqualSecret(signature, signatureOf(secret, text))) return undefined;
    const claim = parseJson(Buffer.from(text, "base64url").toString());
    if (!isObject(claim)) return undefined;
    const [at, id] = [numberOf(claim["at"]) ?? 0, stringOf(claim["id"]) ?? ""];
    for (const [old, until] of used) if (until < now()) used.delete(old);
    const age = now() - at;
    const isFromBefore = age > performance.now() - startedAt + RESOLUTION_MS;
    if (Math.abs(age) > MAX_AGE_MS || isFromBefore || used.has(id)) return undefined;
    if (claim["to"] === undefined || claim["to"] !== address()) return undefined;
    used.set(id, at + 2 * MAX_AGE_MS);
    return claim;
  }
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

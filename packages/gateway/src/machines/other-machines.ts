/**
 * The other machines, as one client needs them: each of its sessions is where it is open, and its messages go there.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { errorCode, objectOf } from "@tenon/basis";
import type { Journal } from "@tenon/journal";

import type { Reply } from "../wire/message.ts";
import { BUSY } from "../wire/wire-error.ts";
import type { FarConnection } from "./far-connection.ts";
import { createFarConnections, type FarConnections, type FarConnectionsOptions } from "./far-connections.ts";
import { createPlacing, type Opening, type Placing, type PlacingOptions } from "./placing.ts";
import { isStopping } from "./stopping.ts";

export interface OtherMachines extends Pick<FarConnections, "of">, Pick<Placing, "place" | "isElsewhere"> {
  /**
   * Opens or deletes a session where it is. `here` does so on this machine, once no other has it: one that cannot be reached
   * has it until its lease runs out.
   */
  open(request: AnyRequest, sessionId: string, opening: Opening): Promise<void>;
}

export interface OtherMachinesOptions extends Omit<FarConnectionsOptions, "secret">, Omit<PlacingOptions, "far"> {
  readonly journal: Pick<Journal, "session">;
  readonly isHere: (sessionId: string) => boolean;
}

const LOOK_MS = 250;
const WAITING = "waiting";
// Longer than any lease that a dead machine leaves behind.
const PATIENCE_MS = 60_000;

export function createOtherMachines(options: OtherMachinesOptions): OtherMachines {
  const { machines, journal, link, peer, isHere } = options;
  const far = createFarConnections({ ...options, secret: machines?.secret ?? "" });
  const { place, isElsewhere, addressFor } = createPlacing({ ...options, far });
  return {
    of: far.of,
    place,
    isElsewhere,
    async open(request, sessionId, opening) {
      // One that another machine has sent goes no further.
      if (!machines || peer.isForwarded) return await opening.here(opening.reply);
      const left = new AbortController();
      const unreachable = new Set<string>();
      let reaching: { readonly address: string; readonly there: Promise<FarConnection | undefined> } | undefined;
      for (const deadline = performance.now() + PATIENCE_MS; ;) {
        const address = isHere(sessionId) ? undefined : await addressOf(request, sessionId, unreachable);
        if (link.gone.aborted) return left.abort();
        const isLast = performance.now() > deadline;
        if (isLast || address === undefined || address === machines.address()) {
          if (!(await isOpenElsewhere(sessionId, opening, isLast))) return left.abort();
          await sleep(LOOK_MS);
          continue;
        }
        if (reaching?.address !== address) reaching = { address, there: far.reach(address, left.signal) };
        // One that is silent may lose its lease while we wait for it to answer.
        const there = await Promise.race([reaching.there, sleep(LOOK_MS, WAITING)]);
        if (typeof there === "string") continue;
        if (!there) unreachable.add(address);
        if (there && (await ask(there, request, { ...opening, sessionId }))) return;
        reaching = undefined;
        await sleep(LOOK_MS);
      }
    },
  };

  /** Opens it here, unless another machine was quicker: then nothing was answered. */
  async function isOpenElsewhere(sessionId: string, { here, reply }: Opening, isLast: boolean): Promise<boolean> {
    if (isLast) return await here(reply).then(() => false);
    const busy = await busyHere(here, reply);
    if (!busy) return false;
    const { isLive, heldAt } = (await journal.session(sessionId)) ?? {};
    if (!isLive || heldAt !== undefined) return true;
    // A process that is no machine of this gateway keeps it as long as it likes.
    busy();
    return false;
  }

  /** Where it is; or where it is to be opened, if that may not be here. */
  async function addressOf(request: AnyRequest, sessionId: string, unreachable: ReadonlySet<string>) {
    const session = await journal.session(sessionId);
    const isReopened = session !== undefined && session.heldAt === undefined && REOPENING.has(request.method);
    return isReopened ? await addressFor(session, unreachable) : session?.heldAt;
  }
}

/** These open a session that no machine has open. */
const REOPENING: ReadonlySet<string> = new Set(["session/load", "session/resume"]);

/** False if the machine is stopping, and soon lets go of the session, or has lost it. */
function ask(
  far: FarConnection,
  request: AnyRequest,
  { sessionId, reply, track }: Omit<Opening, "here"> & { readonly sessionId: string },
): Promise<boolean> {
  // What it sends before its answer is the client's too.
  far.sessions.add(sessionId);
  return new Promise((resolve) => {
    const sent = far.request(request, (response) => {
      if ("error" in response || request.method === "session/delete") far.sessions.delete(sessionId);
      if (isStopping(response) || isBusy(response)) return resolve(false);
      reply(response);
      resolve(true);
    });
    track(sent);
  });
}

/** Opens it here. If another process has it open, resolves with what reports that. */
async function busyHere(here: Opening["here"], reply: Reply): Promise<(() => void) | undefined> {
  let report: (() => void) | undefined;
  const unlessBusy: Reply = (response) => {
    if (isBusy(response)) report = () => reply(response);
    else reply(response);
  };
  try {
    await here(unlessBusy);
  } catch (error) {
    if (errorCode(error) !== BUSY) throw error;
    report = () => {
      throw error;
    };
  }
  return report;
}

function isBusy(response: AnyResponse): boolean {
  return "error" in response && objectOf(response.error.data)["code"] === BUSY;
}

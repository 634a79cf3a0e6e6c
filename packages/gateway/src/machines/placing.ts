/**
 * Opens sessions of one client on the machines that they belong on.
 */

import { type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import type { SessionRecord } from "@tenon/journal";

import type { Peer } from "../gateway.ts";
import type { Machines } from "../gateway-options.ts";
import type { ClientLink } from "../wire/client-link.ts";
import type { Cancellable, Reply } from "../wire/message.ts";
import type { FarConnection } from "./far-connection.ts";
import type { FarConnections } from "./far-connections.ts";
import type { KnownMachines } from "./known-machines.ts";
import { hasPool, placesFor, poolFor, type WantedPlace } from "./placement.ts";
import { isStopping } from "./stopping.ts";

export interface Placing {
  /** Begins a session on the machine that is best for it. Rejects if no machine of its pool is up. */
  place(request: AnyRequest, wanted: WantedPlace, opening: Opening): Promise<void>;
  /** Only other machines may open such a session. */
  isElsewhere(wanted: WantedPlace): boolean;
  /** Where a session that no machine has open is opened; undefined for here. Rejects like `place`. */
  addressFor(session: SessionRecord, unreachable: ReadonlySet<string>): Promise<string | undefined>;
}

export interface Opening {
  readonly here: (reply: Reply) => Promise<void>;
  readonly reply: Reply;
  /** Given what can be cancelled, once the other machine was asked. */
  readonly track: (sent: Cancellable) => void;
}

export interface PlacingOptions {
  readonly machines: Machines | undefined;
  readonly known: KnownMachines;
  readonly far: Pick<FarConnections, "reach">;
  readonly link: ClientLink;
  readonly peer: Peer;
  /** Where a session that was begun earlier wants to be. */
  readonly recordedPlace: (session: SessionRecord) => Promise<WantedPlace>;
}

export function createPlacing({ machines, known, far, link, peer, recordedPlace }: PlacingOptions): Placing {
  // What another machine has sent goes no further.
  const isAlone = !machines || peer.isForwarded === true;
  return {
    async place(request, wanted, { here, reply, track }) {
      if (isAlone) return await here(reply);
      const all = known.all();
      const pool = poolFor(wanted, all);
      for (const place of placesFor(pool, all)) {
        if (place.isThis || place.address === undefined) return await here(reply);
        const there = await far.reach(place.address, link.gone);
        if (link.gone.aborted) return;
        if (there && (await begin(there, request, { reply, track }))) return known.placed(place);
      }
      if (pool !== undefined) throw noMachine(pool, wanted);
      // There is no other machine: this one says why it begins none.
      return await here(reply);
    },
    isElsewhere: (wanted) => !isAlone && foreignPool(wanted) !== undefined,
    async addressFor(session, unreachable) {
      if (known.all().every(({ pools }) => pools.length === 0)) return undefined;
      const wanted = await recordedPlace(session);
      const pool = foreignPool(wanted);
      if (pool === undefined) return undefined;
      const place = placesFor(pool, known.all()).find(({ address = "" }) => !unreachable.has(address));
      if (!place) throw noMachine(pool, wanted);
      return place.address;
    },
  };

  /** The pool that a session needs and this machine does not have. */
  function foreignPool(wanted: WantedPlace): string | undefined {
    const all = known.all();
    const pool = poolFor(wanted, all);
    return all.some((machine) => machine.isThis && hasPool(machine, pool)) ? undefined : pool;
  }
}

/** False if the machine is stopping, and begins nothing. */
function begin(far: FarConnection, request: AnyRequest, { reply, track }: Omit<Opening, "here">): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = far.request(request, (response) => {
      if (isStopping(response)) return resolve(false);
      reply(response);
      resolve(true);
    });
    track(sent);
  });
}

function noMachine(pool: string, { folder }: WantedPlace): RequestError {
  const why = folder === undefined ? "" : `, and ${folder} is on no other`;
  const what = `No machine of the pool "${pool}" is running${why}. Start one with: tenon serve --pool ${pool}`;
  return RequestError.internalError({ code: "pool_down", pool }, what);
}

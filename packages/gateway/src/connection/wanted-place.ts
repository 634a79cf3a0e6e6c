/**
 * Where a session wants to be, by what its client sent when it was begun: where its folders are, and which pool it asked
 * for.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";
import type { Journal, SessionRecord } from "@tenon/journal";
import { messageOf } from "@tenon/timeline";

import type { WantedPlace } from "../machines/placement.ts";
import { paramsOf, tenonMeta } from "../wire/message.ts";

/** The folders of the session are on its client's machine: `_meta.tenon.tree` of the requests that open it. */
export function isAtClient(request: AnyRequest): boolean {
  return tenonMeta(paramsOf(request))["tree"] === "client";
}

export function wantedPlace(request: AnyRequest): WantedPlace {
  const params = paramsOf(request);
  const folder = isAtClient(request) ? undefined : stringOf(params["cwd"]);
  return { folder, pool: stringOf(tenonMeta(params)["pool"]) };
}

const OPENING = ["session/new", "session/load", "session/resume", "session/fork"];

export async function recordedPlace(
  journal: Pick<Journal, "records">,
  { id, cwd }: Pick<SessionRecord, "id" | "cwd">,
): Promise<WantedPlace & { readonly isAtClient: boolean }> {
  let pool: string | undefined;
  for await (const record of journal.records(id, { from: ["client"], kinds: OPENING })) {
    const meta = tenonMeta(objectOf(objectOf(messageOf(record))["params"]));
    pool ??= stringOf(meta["pool"]);
    if (meta["tree"] === "client") return { pool, isAtClient: true };
  }
  return { folder: cwd, pool, isAtClient: false };
}

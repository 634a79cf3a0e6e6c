/**
 * Where grants are kept: listed, revocable, and effective at once.
 *
 * A session's grants live in a memory store of its own, so that no other session sees them; what holds always lives in
 * a folder.
 */

import { type RecordFolderOptions, recordFolder } from "../store/record-folder.ts";
import type { Grant } from "./grant.ts";
import { parseGrant } from "./parse-grant.ts";

export interface GrantStore {
  list(): Promise<readonly Grant[]>;
  /** Replaces an earlier grant with the same id. */
  add(grant: Grant): Promise<void>;
  /** False if there was no such grant. */
  revoke(id: string): Promise<boolean>;
}

export function memoryGrantStore(): GrantStore {
  const grants = new Map<string, Grant>();
  return {
    list: async () => [...grants.values()],
    add: async (grant) => void grants.set(grant.id, grant),
    revoke: async (id) => grants.delete(id),
  };
}

export function fileGrantStore(options: Pick<RecordFolderOptions<Grant>, "folder" | "onWarning">): GrantStore {
  const records = recordFolder<Grant>({ ...options, idOf: ({ id }) => id, parse: parseGrant });
  return {
    list: () => records.list(),
    add: (grant) => records.put(grant),
    revoke: (id) => records.remove(id),
  };
}

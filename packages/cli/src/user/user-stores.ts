/**
 * What is remembered for this user: trust and approvals, beside their configuration, and how servers were reached.
 */

import { homedir } from "node:os";
import { join } from "node:path";

import { userFolder } from "@tenon/hub/config";
import { createRevisionMemory, fileTokenStore, type RevisionMemory, type TokenStore, verdictFile } from "@tenon/hub";
import { fileGrantStore, fileTrustStore, type GrantStore, type TrustStore } from "@tenon/policy";

import { userDataFolder } from "./data-folder.ts";
import { warn } from "../process/warn.ts";

export interface UserStores {
  readonly folder: string;
  readonly trust: TrustStore;
  readonly grants: GrantStore;
  readonly tokens: TokenStore;
  /** What was found out about MCP servers; beside the journal. */
  readonly memory: RevisionMemory;
}

export function userStores(onUnreadable: (line: string) => void = warn): UserStores {
  const folder = userFolder({ platform: process.platform, environment: process.env, home: homedir() });
  const onWarning = ({ message }: { readonly message: string }) => onUnreadable(message);
  return {
    folder,
    trust: fileTrustStore({ folder: join(folder, "trust"), onWarning, now: () => new Date() }),
    grants: fileGrantStore({ folder: join(folder, "grants"), onWarning }),
    tokens: fileTokenStore({ folder: join(folder, "tokens"), onWarning }),
    memory: createRevisionMemory({ store: verdictFile(join(userDataFolder(), "servers.json")) }),
  };
}

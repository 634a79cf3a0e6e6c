/**
 * What is remembered for this user: trust and approvals, beside their configuration.
 */

import { homedir } from "node:os";
import { join } from "node:path";

import { userFolder } from "@tenon/hub/config";
import { fileTokenStore, type TokenStore } from "@tenon/hub";
import { fileGrantStore, fileTrustStore, type GrantStore, type TrustStore } from "@tenon/policy";

import { sayOnStderr } from "./say-on-stderr.ts";

export interface UserStores {
  readonly folder: string;
  readonly trust: TrustStore;
  readonly grants: GrantStore;
  readonly tokens: TokenStore;
}

/** `say` is told of what cannot be read. */
export function userStores(say: (line: string) => void = sayOnStderr): UserStores {
  const folder = userFolder({ platform: process.platform, environment: process.env, home: homedir() });
  const onWarning = ({ message }: { readonly message: string }) => say(message);
  return {
    folder,
    trust: fileTrustStore({ folder: join(folder, "trust"), onWarning, now: () => new Date() }),
    grants: fileGrantStore({ folder: join(folder, "grants"), onWarning }),
    tokens: fileTokenStore({ folder: join(folder, "tokens"), onWarning }),
  };
}

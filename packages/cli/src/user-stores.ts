/**
 * What is remembered for this user: trust and approvals, beside their configuration.
 */

import { homedir } from "node:os";
import { join } from "node:path";

import { userFolder } from "@tenon/hub/config";
import { fileTokenStore, type TokenStore } from "@tenon/hub";
import { fileGrantStore, fileTrustStore, type GrantStore, type TrustStore } from "@tenon/policy";

export interface UserStores {
  readonly folder: string;
  readonly trust: TrustStore;
  readonly grants: GrantStore;
  readonly tokens: TokenStore;
}

export function userStores(): UserStores {
  const folder = userFolder({ platform: process.platform, environment: process.env, home: homedir() });
  const onWarning = ({ message }: { readonly message: string }) => process.stderr.write(`tenon: ${message}\n`);
  return {
    folder,
    trust: fileTrustStore({ folder: join(folder, "trust"), onWarning, now: () => new Date() }),
    grants: fileGrantStore({ folder: join(folder, "grants"), onWarning }),
    tokens: fileTokenStore({ folder: join(folder, "tokens"), onWarning }),
  };
}

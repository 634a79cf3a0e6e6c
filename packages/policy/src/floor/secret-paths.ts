/**
 * Where people and programs keep keys and credentials: never read or written, also where the rest is only asked about.
 * A question is answered in a second, and a key that has been read stays read.
 *
 * Only paths that hold nothing else.
 */

import { words } from "../words.ts";
import { anywhere } from "./anywhere.ts";

const PATHS = words(`
  .ssh/** .gnupg/** .password-store/** .aws/** .azure/** .kube/** .config/gcloud/** .config/gh/** .config/op/**
  .config/rclone/rclone.conf .config/sops/** .docker/config.json .git-credentials .config/git/credentials .netrc
  _netrc .pgpass .my.cnf .pypirc .cargo/credentials .cargo/credentials.toml .terraform.d/credentials.tfrc.json
  .vault-token .local/share/keyrings/** .local/share/kwalletd/** Library/Keychains/**
  AppData/*/Microsoft/Credentials/** AppData/*/Microsoft/Protect/**
`);

/** Below a folder: a command that goes through all of the folder reads them. */
export const SECRET_ENTRIES: readonly string[] = PATHS.filter((path) => !path.includes("/*/")).map((path) =>
  path.replace(/\/\*\*$/, ""),
);

export const SECRET_PATHS: readonly string[] = [
  ...anywhere(PATHS),
  "/etc/shadow",
  "/etc/gshadow",
  // Environment and memory of running programs, our own included: provider keys are in there.
  "/proc/*/environ",
  "/proc/*/mem",
  "/proc/*/task/*/environ",
];

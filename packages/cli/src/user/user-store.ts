/**
 * Where the sessions of this user are recorded, if not in their own file: a Postgres that several machines share.
 *
 * The command line comes first, then TENON_STORE, then the user's own tenon.json: a project's must not choose where the
 * user's words are kept.
 */

import { readFileSync } from "node:fs";

import { t } from "../messages/t.ts";
import { UsageError } from "../process/usage-error.ts";
import { userSetting } from "./user-setting.ts";

const URL_START = /^postgres(?:ql)?:\/\//;

/** The URL of a Postgres database, or undefined: the user's own file. */
export async function chosenStore(flag: string | undefined): Promise<string | undefined> {
  if (flag !== undefined && URL_START.test(flag) && (URL.parse(flag)?.password ?? "") !== "") {
    throw new UsageError(
      t(
        "--store: a password on the command line is visible to other users of this machine. Put the URL in a file or in TENON_STORE, or the password in PGPASSWORD or ~/.pgpass",
      ),
    );
  }
  const chosen = flag ?? (process.env["TENON_STORE"] || (await userSetting("store")));
  if (chosen === undefined || chosen === "") return undefined;
  return URL_START.test(chosen) ? chosen : urlIn(chosen);
}

function urlIn(file: string): string {
  try {
    const text = readFileSync(file, "utf8").trim();
    if (URL_START.test(text)) return text;
  } catch {
    throw new UsageError(
      t("The store must be a URL such as postgres://user@host/database, or a file with one: {file}", { file }),
    );
  }
  throw new UsageError(t("The store file must contain a URL such as postgres://user@host/database: {file}", { file }));
}

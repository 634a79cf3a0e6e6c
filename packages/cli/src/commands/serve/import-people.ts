/**
 * `tenon serve people import`: the people of a gateway of one machine, for one of several.
 */

import { existsSync } from "node:fs";

import { openSqlitePeople, type StoredPeople } from "@tenon/gateway";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { chosenStore } from "../../user/user-store.ts";
import { openUserPeople } from "../../user/user-people.ts";

export async function runImportPeople({ store: given }: { readonly store?: string }, file: string): Promise<void> {
  if ((await chosenStore(given)) === undefined) throw new UsageError(t("Name the store with --store or TENON_STORE"));
  if (!existsSync(file)) throw new UsageError(t("No such file: {file}", { file }));
  const contents = await contentsOf(file);
  await using people = await openUserPeople({
    store: given,
    onFailure: (error) => {
      throw error;
    },
  });
  if (!(await people.store.fill(contents))) throw new Error(t("The store has people already; nothing was copied."));
  people.local.record("people-import");
  const counts = { people: contents["people"]?.length ?? 0, tokens: contents["people_tokens"]?.length ?? 0 };
  await writeStdout(`${t("Copied; people: {people}, tokens: {tokens}.", counts)}\n`);
}

async function contentsOf(file: string): Promise<StoredPeople> {
  const from = await openSqlitePeople({ file });
  try {
    return await from.contents();
  } finally {
    await from.close();
  }
}

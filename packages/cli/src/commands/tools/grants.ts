import { describeGrant } from "@tenon/policy";

import { agentWords } from "../../messages/agent-words.ts";
import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { userStores } from "../../user/user-stores.ts";

export async function runGrants(flags: { readonly revoke?: string; readonly json: boolean }): Promise<void> {
  const { grants } = userStores();
  if (flags.revoke !== undefined) {
    if (!(await grants.revoke(flags.revoke)))
      throw new UsageError(t('No approval with id "{id}"', { id: flags.revoke }));
    return await writeStdout(flags.json ? `${JSON.stringify({ revoked: flags.revoke })}\n` : `${t("Revoked.")}\n`);
  }
  const all = await grants.list();
  if (flags.json) return await writeStdout(`${JSON.stringify(all, undefined, 2)}\n`);
  if (all.length === 0) return await writeStdout(`${t("No remembered approvals.")}\n`);
  for (const grant of all) await writeStdout(`${grant.id}  ${agentWords(describeGrant(grant))}\n`);
}

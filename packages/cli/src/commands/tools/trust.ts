import { resolve } from "node:path";

import { loadConfiguration, reviewRecord } from "@tenon/hub/config";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { userStores } from "../../user/user-stores.ts";

export async function runTrust(flags: {
  readonly cwd?: string;
  readonly yes: boolean;
  readonly withdraw: boolean;
  readonly json: boolean;
}): Promise<void> {
  const cwd = resolve(flags.cwd ?? ".");
  const { folder: userFolder, trust } = userStores();
  if (flags.withdraw) {
    const count = await trust.withdraw(cwd);
    return await writeStdout(
      flags.json
        ? `${JSON.stringify({ withdrawn: count })}\n`
        : `${t({ one: "Withdrew trust in 1 entry.", other: "Withdrew trust in {count} entries." }, { count })}\n`,
    );
  }
  const { waiting } = await loadConfiguration({
    cwd,
    userFolder,
    environment: process.env,
    isTrusted: (folder, content) => trust.isTrusted(folder, content),
  });
  if (flags.yes) {
    for (const request of waiting) await trust.trust(request.folder, request.content, reviewRecord(request));
  }
  if (flags.json) return await writeStdout(`${JSON.stringify({ waiting, trusted: flags.yes }, undefined, 2)}\n`);
  if (waiting.length === 0) return await writeStdout(`${t("Nothing to trust in this folder.")}\n`);
  for (const { file, server, content, reads, codeVariables } of waiting) {
    // A project's file is a stranger's word until it is trusted.
    await writeStdout(`${visibly(server ?? t("settings"))} (${file})\n  ${visibly(content)}\n`);
    if (reads.length > 0) {
      const names = visibly(reads.join(", "));
      await writeStdout(`  ${t("reads your environment variables {names}", { names })}\n`);
    }
    if (codeVariables.length > 0) {
      const names = visibly(codeVariables.join(", "));
      await writeStdout(`  ${t("sets {names}, which can run other code", { names })}\n`);
    }
  }
  await writeStdout(`${flags.yes ? t("Trusted.") : t("To trust this, run: tenon tools trust --yes")}\n`);
}

/** Who trusts something trusts all of it, so what cannot be seen is shown by its code. */
function visibly(text: string): string {
  const code = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, code);
}

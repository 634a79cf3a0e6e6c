import { resolve } from "node:path";

import { loadConfiguration } from "@tenon/hub/config";

import { writeStdout } from "../../stdout.ts";
import { userStores } from "../../user-stores.ts";

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
    return await writeStdout(flags.json ? `${JSON.stringify({ withdrawn: count })}\n` : `${count} withdrawn\n`);
  }
  const { waiting } = await loadConfiguration({
    cwd,
    userFolder,
    environment: process.env,
    isTrusted: (folder, content) => trust.isTrusted(folder, content),
  });
  if (flags.yes) for (const { folder, content } of waiting) await trust.trust(folder, content);
  if (flags.json) return await writeStdout(`${JSON.stringify({ waiting, trusted: flags.yes }, undefined, 2)}\n`);
  if (waiting.length === 0) return await writeStdout("Nothing in this folder waits for trust.\n");
  for (const { file, server, content, reads, codeVariables } of waiting) {
    await writeStdout(`${server ?? "settings"} (${file})\n  ${content}\n`);
    if (reads.length > 0) await writeStdout(`  reads your variables ${reads.join(", ")}\n`);
    if (codeVariables.length > 0) await writeStdout(`  sets ${codeVariables.join(", ")}, which can run other code\n`);
  }
  await writeStdout(flags.yes ? "Trusted.\n" : "Trust this with: tenon tools trust --yes\n");
}

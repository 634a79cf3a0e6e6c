/**
 * `tenon tools add`: a server in a configuration file, started once to see that it works and what rules it suggests.
 */

import { loadConfiguration, reviewRecord } from "@tenon/hub/config";
import type { Rule } from "@tenon/policy";

import { stateText } from "../../messages/state-text.ts";
import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { warn } from "../../process/warn.ts";
import { storePack } from "../../user/policy-packs.ts";
import { userStores } from "../../user/user-stores.ts";
import { changeFile, type FileFlags, foldersOf } from "./change-file.ts";
import { describeRule, readPack } from "./policy.ts";
import { withServers } from "./servers/edit-servers.ts";
import { checkEntry, entryFrom, type EntryFlags, withAbsoluteCommand } from "./servers/server-entry.ts";
import { entryIn, type Folders, readServerFile } from "./servers/server-file.ts";
import { withHub } from "./with-hub.ts";

export interface AddFlags extends EntryFlags, FileFlags {
  readonly start: boolean;
  readonly acceptRules: boolean;
  readonly wait: number;
}

export async function runAdd(flags: AddFlags, name: string, ...words: readonly string[]): Promise<void> {
  const { scope = "user", json } = flags;
  const folders = foldersOf(flags);
  if (flags.acceptRules && !flags.start) throw new UsageError(t("--accept-rules needs the server started"));
  const typed = entryFrom(words, flags);
  const entry = scope === "user" ? withAbsoluteCommand(typed, folders.cwd) : typed;
  const read = await readServerFile(scope, folders);
  if (entryIn(read, name)) {
    throw new UsageError(
      t('"{name}" is already in {file}. Choose another name, or run first: tenon tools remove {name}', {
        name,
        file: read.file,
      }),
    );
  }
  const notes = await checkEntry(entry, { name, scope, file: read.file, cwd: folders.cwd });
  await changeFile(read, withServers(read, { [name]: entry }), flags);
  for (const note of notes) warn(note);
  // The user has just written it, so there is nothing to review.
  if (scope === "project") await trustServer(name, read.file, folders);
  const started = flags.start ? await startOnce(flags, name) : undefined;
  if (started && flags.acceptRules && started.rules.length > 0) {
    await storePack(folders.userFolder, name, started.rules);
  }
  if (json) {
    const accepted = flags.acceptRules && (started?.rules.length ?? 0) > 0;
    const result = { added: name, scope, file: read.file, ...started, ...(started && { accepted }) };
    return await writeStdout(`${JSON.stringify(result, undefined, 2)}\n`);
  }
  await writeStdout(`${t("Added {name} to {file}. Running sessions pick it up.", { name, file: read.file })}\n`);
  if (started) await showStarted(name, started, flags.acceptRules);
}

interface Started {
  readonly state: string;
  readonly tools: number;
  readonly rules: readonly Rule[];
}

/** A server that does not start stays in the file: it may need a sign-in, or a variable that is not set here. */
async function startOnce({ cwd, wait }: AddFlags, name: string): Promise<Started> {
  const flags = { configured: true, only: name, wait, ...(cwd !== undefined && { cwd }) };
  return await withHub(flags, async (hub, signal) => {
    const state = hub.servers.find(({ spec }) => spec.name === name)?.receipt.state ?? "not started";
    const tools = hub.catalogue.tools.filter((tool) => tool.server === name).length;
    const isReady = state === "listed" || state === "offered";
    return { state, tools, rules: isReady ? await readPack(hub, name, signal) : [] };
  });
}

async function showStarted(name: string, { state, tools, rules }: Started, isAccepted: boolean): Promise<void> {
  if (state === "needs sign-in")
    return await writeStdout(`${t("To sign in, run: tenon tools sign-in {name}", { name })}\n`);
  if (state !== "listed" && state !== "offered") {
    const values = { state: stateText(state), name };
    return await writeStdout(
      `${t("It did not start ({state}). To remove it, run: tenon tools remove {name}", values)}\n`,
    );
  }
  await writeStdout(`${t({ one: "It has {count} tool.", other: "It has {count} tools." }, { count: tools })}\n`);
  if (rules.length === 0) return;
  await writeStdout(`${t("It suggests these rules, which only make yours stricter:")}\n`);
  for (const rule of rules) await writeStdout(describeRule(rule));
  const accept = t("To accept them, run: tenon tools policy {name} --yes", { name });
  await writeStdout(`${isAccepted ? t("Accepted. They apply to every session.") : accept}\n`);
}

async function trustServer(name: string, file: string, { cwd, userFolder }: Folders): Promise<void> {
  const { trust } = userStores();
  const { waiting } = await loadConfiguration({
    cwd,
    userFolder,
    environment: process.env,
    isTrusted: (folder, content) => trust.isTrusted(folder, content),
  });
  const added = waiting.find((one) => one.server === name && one.file === file);
  if (added) await trust.trust(added.folder, added.content, reviewRecord(added));
}

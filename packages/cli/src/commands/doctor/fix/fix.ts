/**
 * `tenon doctor --fix` and `--undo`: the agents of editors are started through `tenon wrap`, and as before again.
 *
 * Nothing is written before the user has seen the change and agreed to it.
 */

import { errorMessage } from "@tenon/basis";
import { readTextFile } from "@tenon/hub/config";

import { t } from "../../../messages/t.ts";
import type { Style } from "../../../terminal/style.ts";
import { editors, locateFile, type Machine } from "../../../clients/locate-files.ts";
import { type ChangedFile, changeText } from "../../../settings/change-text.ts";
import { dropRecord, keepRecord, lastRecord } from "./fix-record.ts";
import { pasteSnippets } from "./paste-snippets.ts";
import { wrapAgents } from "./wrap-agents.ts";
import { writeSettings } from "../../../settings/write-settings.ts";

export interface FixOptions extends Machine {
  /** Where the record of a fix is kept. */
  readonly folder: string;
  readonly tenon: readonly [string, ...string[]];
  readonly style: Style;
  readonly now: Date;
  readonly confirm: (question: string) => Promise<boolean>;
  readonly print: (text: string) => Promise<void>;
}

/** Resolves with whether it was done, or there was nothing to do. */
export async function fix(options: FixOptions): Promise<boolean> {
  const { print } = options;
  const changes: ChangedFile[] = [];
  for (const { editor, file: name, key } of editors) {
    const file = locateFile(name, options);
    const found = await readTextFile(file);
    if (found === undefined) continue;
    const wrapped = "text" in found ? wrapAgents(found.text, { ...options, key }) : undefined;
    if (!wrapped || !("text" in found)) {
      await print(`${t("{editor}: {file} cannot be read as JSON and was left unchanged.", { editor, file })}\n`);
      continue;
    }
    for (const agent of wrapped.skipped) {
      const text = t("{editor}: {agent} has no command of its own; add it as a custom agent to wrap it.", {
        editor,
        agent,
      });
      await print(`${text}\n`);
    }
    if (found.text !== wrapped.text) changes.push({ file, before: found.text, after: wrapped.text });
  }
  for (const { editor, file, text } of await pasteSnippets(options, options.tenon)) {
    const advice = t(
      "{editor}: {file} is a script, so it was left unchanged. Paste this into it. Replace gemini with any agent in docs/agents.md.",
      { editor, file },
    );
    await print(`${advice}\n\n${text}\n\n`);
  }
  if (changes.length === 0) {
    const line = [...options.tenon, "wrap", "gemini"].join(" ");
    await print(`${t("Nothing to change: no editor that Tenon knows starts an unwrapped agent.")}\n`);
    await print(`${t("In any other client, this is the command of an agent with your tools: {line}", { line })}\n`);
    return true;
  }
  await print(changes.map((change) => changeText(change, options.style)).join("\n"));
  if (!(await options.confirm(t("Write this?")))) return false;
  const record = await keepRecord(options.folder, options.now, changes).catch((error: unknown) => {
    const values = { folder: options.folder, reason: errorMessage(error) };
    throw new Error(t("Nothing was changed, because the backup could not be saved in {folder}: {reason}", values), {
      cause: error,
    });
  });
  for (const { file, before, after } of changes)
    await write(file, before, after, t("To undo the changes made so far: tenon doctor --undo"));
  const saved = t("Saved. Restart the editor. To undo: tenon doctor --undo (backup: {file})", { file: record.path });
  await print(`${saved}\n`);
  return true;
}

export async function undo({ folder, print, confirm, style }: FixOptions): Promise<boolean> {
  const record = await lastRecord(folder);
  if (!record) {
    await print(`${t("Nothing to undo.")}\n`);
    return true;
  }
  const changes = record.files.map(({ file, before, after }) => ({ file, before: after, after: before }));
  await print(changes.map((change) => changeText(change, style)).join("\n"));
  if (!(await confirm(t("Write this?")))) return false;
  for (const { file, before, after } of changes) {
    await write(file, before, after, t("The original is in {file}.", { file: record.path }));
  }
  await dropRecord(record);
  await print(`${t("Undone.")}\n`);
  return true;
}

async function write(file: string, before: string, after: string, todo: string): Promise<void> {
  try {
    await writeSettings(file, before, after);
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(t("{file} was not written: {reason}. {advice}", { file, reason, advice: todo }), { cause: error });
  }
}

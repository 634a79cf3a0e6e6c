/**
 * Which commits have passed their tests: what this server has seen itself, kept outside the repository and readable by the
 * user alone. A run counts for a commit only if the working tree was exactly that commit, before and after.
 */

import { hash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";

import { booleanOf, createKeyedQueue, errorCode, objectOf, parseJson, readArray, stringOf } from "@tenon/basis";
import { readPrivateFile, writePrivateFile } from "@tenon/basis/node";
import { ToolError } from "@tenon/toolset";

import { type Environment, variable } from "../environment.ts";

export interface TestRecord {
  readonly commit: string;
  readonly runner: string;
  readonly passed: boolean;
  /** "12 passed, 1 failed". */
  readonly summary: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface TestRecords {
  /** The last record of each runner for the commit. */
  of(commit: string): Promise<readonly TestRecord[]>;
  add(record: TestRecord): Promise<void>;
}

const MAX_RECORDS = 500;

export function testRecords(folder: string, env: Environment): TestRecords {
  const state = variable(env, "DELIVERY_STATE") ?? join(stateHome(env), "tenon-delivery");
  const name = hash("sha256", folder).slice(0, 32);
  const file = join(state, `${name}.json`);
  const queue = createKeyedQueue();
  return {
    async of(commit) {
      return (await readRecords(file)).filter((record) => record.commit === commit);
    },
    add: (record) =>
      queue.run(file, async () => {
        const others = (await readRecords(file)).filter(
          ({ commit, runner }) => commit !== record.commit || runner !== record.runner,
        );
        const records = [...others, record].slice(-MAX_RECORDS);
        await writePrivateFile(file, `${JSON.stringify({ folder, records }, undefined, 2)}\n`);
      }),
  };
}

function stateHome(env: Environment): string {
  return variable(env, "XDG_STATE_HOME") ?? join(variable(env, "HOME") ?? homedir(), ".local", "state");
}

async function readRecords(file: string): Promise<readonly TestRecord[]> {
  try {
    const { text, isPrivate } = await readPrivateFile(file);
    if (!isPrivate)
      throw new ToolError("configuration", `Other users can write to ${file}, so its records are not trusted`);
    return readArray(objectOf(parseJson(text))["records"], readRecord);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function readRecord(value: unknown): TestRecord | undefined {
  const { summary, at, ...fields } = objectOf(value);
  const commit = stringOf(fields["commit"]);
  const runner = stringOf(fields["runner"]);
  const passed = booleanOf(fields["passed"]);
  if (commit === undefined || runner === undefined || passed === undefined) return undefined;
  return { commit, runner, passed, summary: stringOf(summary) ?? "", at: stringOf(at) ?? "" };
}

/**
 * The results of every cell that was run, in a file for each agent and version: an interrupted run goes on, and the page is
 * made from them.
 */

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { RealAgent } from "../real-agents/real-agent.ts";
import type { Finding } from "./matrix-case.ts";

/** How the agent is started: by itself, or through `tenon wrap`. */
export type Way = "bare" | "wrapped";

export const ways: readonly Way[] = ["bare", "wrapped"];

export interface KeptCell extends Finding {
  readonly seconds: number;
  /** When it was run, without the time. */
  readonly date: string;
}

export interface KeptResults {
  readonly agent: string;
  readonly package: string;
  readonly version: string;
  readonly bare: Readonly<Record<string, KeptCell>>;
  readonly wrapped: Readonly<Record<string, KeptCell>>;
}

const resultsFolder = fileURLToPath(new URL("results", import.meta.url));

export async function readResults(agent: RealAgent): Promise<KeptResults> {
  const { name, packageName, version } = agent;
  const text = await readFile(fileOf(agent), "utf8").catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as KeptResults;
  return { agent: name, package: packageName, version, bare: {}, wrapped: {} };
}

/** Reads the file again before it writes: cells of one agent may end at the same time. */
export async function keepCell(agent: RealAgent, way: Way, row: string, cell: KeptCell): Promise<void> {
  const results = await readResults(agent);
  const kept: KeptResults = { ...results, [way]: { ...results[way], [row]: cell } };
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(fileOf(agent), `${JSON.stringify(kept, undefined, 2)}\n`);
}

export async function readAllResults(): Promise<readonly KeptResults[]> {
  const names = (await readdir(resultsFolder)).filter((name) => name.endsWith(".json")).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(resultsFolder, name), "utf8")));
  return texts.map((text) => JSON.parse(text) as KeptResults);
}

function fileOf({ name, version }: RealAgent): string {
  return join(resultsFolder, `${name}-${version}.json`);
}

/**
 * What a run leaves behind: each line as it is printed, each round, the verdict so far, and for each violation the record of its
 * session and the turns of its clients. All of it is on disk at once, so that a run that is killed has its verdict too.
 */

import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Journal } from "@tenon/journal";

import type { Client } from "./client.ts";

export interface Evidence {
  say(line: string): void;
  violation(what: string): void;
  round(round: object): void;
  /** Of the sessions that violations name. */
  keepSessions(journal: Pick<Journal, "read">, clients: readonly Client[]): Promise<void>;
  /** The run is over. The exit code. */
  conclude(): number;
}

export function openEvidence(folder: string, options: object): Evidence {
  const begunAt = Date.now();
  const violations: string[] = [];
  const lines: string[] = [];
  let rounds = 0;
  return { say, violation, round, keepSessions, conclude };

  function say(line: string) {
    const timed = `${String(Math.round((Date.now() - begunAt) / 1_000)).padStart(5)} s  ${line}`;
    lines.push(line);
    console.log(timed);
    appendFileSync(join(folder, "progress.log"), `${new Date().toISOString()} ${timed}\n`);
  }

  function violation(what: string) {
    violations.push(what);
    say(`VIOLATION ${what}`);
    write("running");
  }

  function round(round: object) {
    rounds += 1;
    appendFileSync(join(folder, "rounds.jsonl"), `${JSON.stringify({ at: Date.now(), ...round })}\n`);
    write("running");
  }

  async function keepSessions(journal: Pick<Journal, "read">, clients: readonly Client[]): Promise<void> {
    for (const session of new Set(clients.map((client) => client.session))) {
      const id = await session.begun.promise;
      const own = clients.filter((client) => client.session === session);
      const names = [id, `s${session.index}`, ...own.map(({ name }) => name)];
      const isNamed = new RegExp(`\\b(${names.join("|")})\\b`);
      if (!violations.some((what) => isNamed.test(what))) continue;
      const records = await journal.read(id);
      writeFileSync(join(folder, `s${session.index}.records.jsonl`), records.map(lineOf).join(""));
      writeFileSync(
        join(folder, `s${session.index}.turns.jsonl`),
        own.flatMap(({ turns }) => turns.map(lineOf)).join(""),
      );
    }
  }

  function conclude(): number {
    const isGood = violations.length === 0;
    say(isGood ? "No violations." : `${violations.length} violations:\n${violations.join("\n")}`);
    write(isGood ? "no violations" : "violations");
    return isGood ? 0 : 1;
  }

  function write(verdict: string) {
    const found = { verdict, rounds, seconds: (Date.now() - begunAt) / 1_000, options, violations, lines };
    writeFileSync(join(folder, "verdict.json"), `${JSON.stringify(found, undefined, 2)}\n`);
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

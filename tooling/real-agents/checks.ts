/**
 * What was tried and how it went, in order. A check that fails is a line of the report, not the end of it.
 */

import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 60_000;
const INSTALL_PATIENCE = 600_000;

export interface Check {
  readonly name: string;
  /** `known`: it failed as it was known to. */
  readonly outcome: "ok" | "known" | "failed";
  readonly detail: string;
  readonly milliseconds: number;
}

export interface Checks {
  readonly done: readonly Check[];
  /** The result of the block, or undefined if it failed or took too long. A result that is text is the detail. */
  run<Result>(name: string, block: () => Promise<Result>): Promise<Result | undefined>;
}

export function startChecks(options: { readonly knownFaults: Readonly<Record<string, string>> }): Checks {
  const done: Check[] = [];
  return { done, run };

  async function run<Result>(name: string, block: () => Promise<Result>): Promise<Result | undefined> {
    const started = performance.now();
    const known = options.knownFaults[name];
    const add = (outcome: Check["outcome"], detail: string) => {
      done.push({ name, outcome, detail, milliseconds: Math.round(performance.now() - started) });
    };
    const patience = new AbortController();
    try {
      const result = await Promise.race([block(), outOfPatience(name, patience.signal)]);
      const detail = typeof result === "string" && name !== "install" ? result : "";
      if (known === undefined) add("ok", detail);
      else add("failed", `works now: ${known}`);
      return result;
    } catch (error) {
      if (known === undefined) add("failed", describe(error));
      else add("known", `${known} (${describe(error)})`);
      return undefined;
    } finally {
      patience.abort();
    }
  }
}

async function outOfPatience(name: string, signal: AbortSignal): Promise<never> {
  await sleep(name === "install" ? INSTALL_PATIENCE : PATIENCE, undefined, { signal });
  throw new Error("no answer in time");
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const details = "details" in error ? ` ${JSON.stringify(error.details)}` : "";
  return `${error.message}${details}`.slice(0, 400);
}

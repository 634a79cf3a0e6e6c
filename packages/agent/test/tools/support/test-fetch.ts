import type { LookupFunction } from "node:net";

import type { Clock } from "@tenon/basis";
import { defaultRules, type Rule } from "@tenon/policy";

import type { ToolOutcome } from "../../../src/tools/tool.ts";
import { fetchTool } from "../../../src/tools/web/fetch-tool.ts";
import { run, textOf } from "./test-workspace.ts";

interface Options {
  /** Over the default ones. */
  readonly rules?: readonly Rule[];
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly lookup?: LookupFunction;
}

/** The tool, as if everything that it asks for were allowed by a person, once. */
export function testFetch({ rules = [], env = {}, clock, lookup }: Options = {}) {
  const tool = fetchTool({
    policy: () => [defaultRules, { name: "user", rules }],
    env,
    ...(clock && { clock }),
    ...(lookup && { lookup }),
  });
  const prepare = (args: Readonly<Record<string, unknown>>) =>
    tool.prepare(args, { signal: new AbortController().signal });
  const fetch = async (
    url: string,
    { start, signal }: { readonly start?: number; readonly signal?: AbortSignal } = {},
  ): Promise<ToolOutcome & { readonly text: string }> => {
    const prepared = await prepare({ url, ...(start !== undefined && { start }) });
    const outcome = await run(prepared, { ...(signal && { signal }) });
    return { ...outcome, text: textOf(outcome) };
  };
  return { prepare, fetch };
}

/** Leads each name to the addresses that are named for it, the last of them from then on. */
export function lookupOf(names: Readonly<Record<string, readonly string[]>>): LookupFunction & { looked: string[] } {
  const looked: string[] = [];
  const lookup: LookupFunction = (host, _options, callback) => {
    const before = looked.filter((name) => name === host).length;
    looked.push(host);
    const address = names[host]?.[before] ?? names[host]?.at(-1);
    if (address === undefined)
      return callback(Object.assign(new Error(`ENOTFOUND ${host}`), { code: "ENOTFOUND" }), []);
    callback(null, [{ address, family: 4 }]);
  };
  return Object.assign(lookup, { looked });
}

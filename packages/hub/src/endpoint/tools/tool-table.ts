/**
 * The tools of an endpoint: the hub's and the program's own functions, under names that are short enough for the agent.
 *
 * What is listed is the hub's offer; everything else that a model may call is found by name.
 */

import { defined, type JsonObject } from "@tenon/basis";

import { type HubTool, hubTool } from "../../catalogue/hub-tool.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Hub } from "../../hub-types.ts";
import type { FunctionTool } from "../../server-spec.ts";
import type { EndpointTool } from "../endpoint-types.ts";
import type { EndpointName } from "./endpoint-name.ts";

/** `catalogued` is the hub's entry of it; a function of the program has `run` instead. */
export interface TableTool extends EndpointTool {
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly definition: HubTool["definition"];
  readonly catalogued?: HubTool;
  readonly run?: FunctionTool["run"];
}

export interface ToolTable {
  /** The tools to list now: functions first, then the hub's offer in its order. The hub's receipts count them as offered. */
  listed(): readonly TableTool[];
  /** By the endpoint's name or the catalogue's; also those that are not listed. */
  find(name: string): TableTool | undefined;
  /** The hub's tools that models may have, in the order of its catalogue. */
  readonly ofHub: readonly TableTool[];
}

export function createToolTable(options: {
  /** Undefined while it is still opening. */
  readonly hub: () => Pick<Hub, "catalogue" | "offer" | "isForModels"> | undefined;
  readonly functions: readonly FunctionTool[];
  /** Whose the functions are. */
  readonly owner: string;
  readonly nameOf: EndpointName;
  /** Names of the endpoint's own tools. */
  readonly ownNames: ReadonlySet<string>;
  /** Whether all tools are listed, and not only the hub's offer. */
  readonly listsAll: boolean;
}): ToolTable {
  const { hub, owner, nameOf } = options;
  const given = options.functions.map((each) => functionTool(each, owner));
  const functions = new Map(given.map((each) => [each.name, each]));
  const isTaken = (name: string) => functions.has(name) || options.ownNames.has(name);
  let named: { readonly from: Catalogue; readonly byName: ReadonlyMap<string, TableTool> } | undefined;

  return {
    listed() {
      const open = hub();
      if (!open) return given;
      const offer = open.offer("");
      const { byName } = current();
      const ofHub = options.listsAll ? this.ofHub : offer.tools.flatMap(({ name }) => byName.get(name) ?? []);
      return [...given, ...ofHub];
    },
    find(name) {
      const found = functions.get(name) ?? current().byName.get(name);
      return found && isOpen(found) ? found : undefined;
    },
    get ofHub() {
      return [...new Set(current().byName.values())].filter(isOpen);
    },
  };

  function isOpen({ catalogued }: TableTool): boolean {
    return !catalogued || hub()?.isForModels(catalogued) === true;
  }

  /** Built once for each catalogue, which is another object after each change. */
  function current() {
    const catalogue = hub()?.catalogue;
    if (!catalogue) return { byName: new Map<string, TableTool>() };
    if (named?.from === catalogue) return named;
    const byName = new Map<string, TableTool>();
    for (const entry of catalogue.tools) {
      const name = nameOf(entry.server, entry.tool, (wanted) => isTaken(wanted) || byName.has(wanted));
      const { server, tool, title, description, inputSchema, definition } = entry;
      const tableTool = { name, server, tool, title, description, inputSchema, definition, catalogued: entry };
      byName.set(name, tableTool).set(entry.name, tableTool);
    }
    named = { from: catalogue, byName };
    return named;
  }
}

function functionTool(each: FunctionTool, owner: string): TableTool {
  const { name, title, description, inputSchema, annotations, meta } = each;
  const definition = { name, inputSchema, ...defined({ title, description, annotations, _meta: meta }) };
  const entry = hubTool(owner, definition, { include: undefined, isGiven: true });
  return {
    name,
    server: owner,
    tool: name,
    title: entry.title,
    description: entry.description,
    inputSchema: entry.inputSchema,
    definition,
    run: (args, options) => each.run(args, options),
  };
}

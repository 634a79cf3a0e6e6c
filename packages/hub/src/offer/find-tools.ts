/**
 * `find_tools`: how the model reaches the tools that were left out of an offer.
 *
 * Its definition changes only with the catalogue, so that offering it costs a prompt cache nothing.
 */

import { firstSentence } from "./name-index.ts";
import type { CatalogueTool, ToolDefinition } from "./catalogue-tool.ts";
import { type Parameter, parametersOf } from "./schema-parameters.ts";
import type { ToolIndex } from "./search/tool-index.ts";

export const FIND_TOOLS: ToolDefinition = {
  name: "find_tools",
  description:
    "Finds tools that are not listed here. There are more tools than are shown: call this before you say that something cannot be done. The tools it answers with can be called from then on.",
  inputSchema: {
    type: "object",
    properties: {
      query: {
        type: "string",
        description:
          "What the tool should do, in a few words: a verb and its object, such as “list pull requests”. Or the names of tools.",
      },
      server: { type: "string", description: "Only tools of this server." },
      limit: { type: "integer", minimum: 1, maximum: 20, description: "Maximum number of tools (default: 5)." },
    },
    required: ["query"],
  },
};

// Some providers refuse a description of more than 1,024 characters.
const MAX_DESCRIPTION_LENGTH = 1_000;

/** The definition for a request: it names the servers and how many tools each has. */
export function findToolsAmong(tools: readonly CatalogueTool[], about = FIND_TOOLS.description): ToolDefinition {
  const servers = serversOf(tools);
  if (servers.length === 0) return { ...FIND_TOOLS, description: about };
  let description = `${about} Servers and how many tools they have: ${servers[0]}`;
  for (const [at, server] of servers.entries()) {
    if (at === 0) continue;
    const rest = `, and ${servers.length - at} more servers`;
    if (description.length + server.length + rest.length > MAX_DESCRIPTION_LENGTH) {
      description += rest;
      break;
    }
    description += `, ${server}`;
  }
  return { ...FIND_TOOLS, description: `${description}.` };
}

export interface FindToolsAnswer {
  /** For the model. */
  readonly text: string;
  /** The names of the tools in it, to be `asked` for in the next offer. */
  readonly names: readonly string[];
}

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;

/** Answers whatever the arguments are: a model that got them wrong reads what would be right. */
export function answerFindTools(
  args: Readonly<Record<string, unknown>>,
  options: {
    readonly index: Pick<ToolIndex, "tools" | "search">;
    readonly accept?: (tool: CatalogueTool) => boolean;
    readonly howToCall?: string;
  },
): FindToolsAnswer {
  const { index, accept = () => true, howToCall = "They can be called from now on." } = options;
  const query = typeof args["query"] === "string" ? args["query"] : "";
  const server = typeof args["server"] === "string" && args["server"] !== "" ? args["server"].toLowerCase() : undefined;
  const isOfServer = (tool: CatalogueTool) => server === undefined || tool.server.toLowerCase() === server;
  const isWanted = (tool: CatalogueTool) => accept(tool) && isOfServer(tool);
  const words = new Set(query.split(/[\s,]+/));
  const named = index.tools.filter((tool) => words.has(tool.name) && isWanted(tool)).slice(0, MAX_LIMIT);
  const limit = limitOf(args["limit"]);
  const found = named.length > 0 ? [] : index.search(query, { limit, accept: isWanted });
  const tools = [...named, ...found.map(({ tool }) => tool)];
  if (tools.length === 0) return { text: nothingFound(query, index.tools.filter(accept)), names: [] };
  return {
    text: [`${tools.length} found. ${howToCall}`, ...tools.map(describe)].join("\n\n"),
    names: tools.map(({ name }) => name),
  };
}

function limitOf(limit: unknown): number {
  const number = Math.trunc(Number(limit ?? DEFAULT_LIMIT));
  return number >= 1 ? Math.min(number, MAX_LIMIT) : DEFAULT_LIMIT;
}

function describe(tool: CatalogueTool): string {
  const parameters = parametersOf(tool.inputSchema).filter(({ depth }) => depth === 0);
  return [`${tool.name}: ${firstSentence(tool.description || tool.title)}`, ...parameters.map(describeParameter)].join(
    "\n",
  );
}

function describeParameter({ name, type, isRequired, description, values }: Parameter): string {
  const facts = [type, isRequired ? "required" : "", values.length > 0 ? `one of ${values.join(", ")}` : ""];
  const inBrackets = facts.filter((fact) => fact !== "").join(", ");
  const head = inBrackets === "" ? `  ${name}` : `  ${name} (${inBrackets})`;
  return description === "" ? head : `${head}: ${firstSentence(description)}`;
}

function nothingFound(query: string, tools: readonly CatalogueTool[]): string {
  const servers = serversOf(tools);
  const has =
    servers.length > 0 ? `There are tools of these servers: ${servers.join(", ")}.` : "There are no more tools.";
  return query.trim() === "" ? `Say in \`query\` what the tool should do. ${has}` : `No tools match “${query}”. ${has}`;
}

function serversOf(tools: readonly CatalogueTool[]): readonly string[] {
  return [...Map.groupBy(tools, ({ server }) => server)]
    .map(([server, { length }]) => `${server} (${length})`)
    .toSorted();
}

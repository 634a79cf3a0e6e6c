/**
 * Who may import whom. The table in ARCHITECTURE.md, as lint rules whose message says why.
 */

import type { OxlintOverride } from "oxlint";

interface Room {
  /** The other rooms it may import. */
  readonly mayImport: readonly string[];
  readonly why: string;
}

export const rooms: Readonly<Record<string, Room>> = {
  basis: { mayImport: [], why: "every package depends on it, so it depends on none" },
  process: { mayImport: ["basis"], why: "ending processes must not depend on anything that may itself be broken" },
  policy: { mayImport: ["basis"], why: "the policy must not depend on what it decides about" },
  hub: { mayImport: ["basis", "process", "policy"], why: "the hub knows servers and tools, never who asks for them" },
  workspace: {
    mayImport: ["basis", "process", "policy"],
    why: "files and commands work the same for every caller",
  },
  timeline: { mayImport: ["basis"], why: "the timeline runs in a browser and needs nothing of Node.js" },
  journal: {
    mayImport: ["basis", "policy", "timeline"],
    why: "the journal must not depend on what it records",
  },
  agent: {
    mayImport: ["basis", "hub", "policy", "journal", "timeline", "workspace", "toolset"],
    why: "agent and client meet only in the protocol",
  },
  client: {
    mayImport: ["basis", "process", "policy", "journal", "timeline", "workspace", "toolset"],
    why: "agent and client meet only in the protocol",
  },
  proxy: {
    mayImport: ["basis", "process", "policy", "hub", "workspace", "timeline", "journal", "client"],
    why: "the proxy knows the agent only by its messages, and our own agent not at all",
  },
  connect: {
    mayImport: ["basis", "process", "policy", "hub", "workspace", "timeline", "journal", "client", "proxy"],
    why: "it knows a gateway only over the wire",
  },
  toolset: { mayImport: ["basis"], why: "authors of servers install it by itself" },
  "toolset-database": {
    mayImport: ["basis", "toolset"],
    why: "a toolset is written with the library and nothing else",
  },
  "toolset-delivery": {
    mayImport: ["basis", "process", "toolset"],
    why: "a toolset is written with the library and nothing else, except that test runners are child processes",
  },
  "create-tenon-toolset": { mayImport: [], why: "npm downloads it to make one folder, so it stands on nothing" },
  gateway: {
    mayImport: ["basis", "agent", "client", "proxy", "journal", "policy", "timeline"],
    why: "the gateway joins clients to agents, and knows neither's inside",
  },
  web: { mayImport: ["basis", "timeline", "toolset"], why: "the page reaches the gateway only over the wire" },
  testkit: {
    mayImport: [
      "basis",
      "process",
      "policy",
      "hub",
      "workspace",
      "timeline",
      "journal",
      "agent",
      "client",
      "proxy",
      "connect",
      "toolset",
      "toolset-database",
      "toolset-delivery",
      "gateway",
    ],
    why: "the testkit stands outside the program",
  },
  cli: {
    mayImport: [
      "basis",
      "process",
      "policy",
      "hub",
      "workspace",
      "timeline",
      "journal",
      "agent",
      "client",
      "proxy",
      "connect",
      "toolset",
      "toolset-database",
      "toolset-delivery",
      "create-tenon-toolset",
      "gateway",
    ],
    why: "the command line stands on all the other rooms",
  },
};

interface Fence {
  /** What is fenced: a regular expression on the import's specifier. */
  readonly regex: string;
  readonly onlyIn: readonly string[];
  readonly why: string;
}

const fences: readonly Fence[] = [
  {
    regex: "^@modelcontextprotocol/",
    onlyIn: ["hub", "toolset", "testkit"],
    why: "only the hub and the toolset library speak MCP, so that a new revision of it is the work of two rooms",
  },
  {
    regex: "^@agentclientprotocol/",
    onlyIn: ["agent", "client", "timeline", "proxy", "connect", "gateway", "web", "testkit", "cli"],
    why: "the other rooms must work for programs that do not speak ACP",
  },
  {
    regex: "^(node:|@tenon/basis/node$)",
    onlyIn: Object.keys(rooms).filter((name) => name !== "timeline" && name !== "web"),
    why: rooms["timeline"]!.why,
  },
  {
    regex: "^undici$",
    onlyIn: ["hub", "agent", "testkit"],
    why: "what connects to an address that others choose has to check it, and that is done in these rooms",
  },
  { regex: "^@stricli/", onlyIn: ["cli"], why: "only the command line parses the command line" },
];

const uncheckedFetchMessage =
  "A server, a model or a client may have chosen the address: use a fetch that puts it to the policy (checkedFetch, fetchChecked), or take one as an option.";

const globalFetch = { object: "globalThis", property: "fetch", message: uncheckedFetchMessage };

/** Forbids the global fetch, which connects without a policy check. */
export const uncheckedFetch: OxlintOverride["rules"] & object = {
  "no-restricted-globals": ["error", { name: "fetch", message: uncheckedFetchMessage }],
  "no-restricted-properties": ["error", globalFetch],
};

const secureContextOnly = (
  [
    ["crypto", "randomUUID", "Use randomId of @tenon/basis"],
    ["crypto", "subtle", "Do without it"],
    ["navigator", "clipboard", "Use copyText of the page"],
  ] as const
).map(([object, property, instead]) => ({
  object,
  property,
  message: `${instead}: browsers have ${object}.${property} only in secure contexts, and a page over plain HTTP is none.`,
}));

/** Forbids what a page that is served over plain HTTP does not have. */
export const secureContextApis: OxlintOverride["rules"] & object = {
  "no-restricted-properties": ["error", ...secureContextOnly],
};

/** The same in rooms that may not use the global fetch either: the last setting of a rule is the one that holds. */
export const secureContextApisAndFetch: OxlintOverride["rules"] & object = {
  "no-restricted-properties": ["error", globalFetch, ...secureContextOnly],
};

/** What may not be imported in a room, for oxlint's no-restricted-imports. Tests may also use the testkit. */
export function restrictedImports(name: string, options: { readonly inTests: boolean }) {
  const room = rooms[name];
  if (!room) throw new Error(`There is no room called ${name}`);
  const allowed = new Set([name, ...room.mayImport, ...(options.inTests ? ["testkit"] : [])]);
  const otherRooms = Object.keys(rooms)
    .filter((other) => !allowed.has(other))
    .map((other) => ({
      regex: `^(@tenon/${other}|(\\.\\./)+(packages/)?${other})(/|$)`,
      message: because(
        `packages/${name} may not import ${other}`,
        other === "testkit" ? "the testkit is for tests" : room.why,
      ),
    }));
  const aroundTheDoor = {
    regex: `^(\\.\\./)+(packages/)?(${Object.keys(rooms).join("|")})/src/`,
    message: because("A room is entered by its name (@tenon/…)", "what its index does not export is its own business"),
  };
  const fenced = fences
    .filter((fence) => !fence.onlyIn.includes(name))
    .filter((fence) => !(options.inTests && fence.regex.startsWith("^(node:")))
    .map((fence) => ({
      regex: fence.regex,
      message: because(`packages/${name} may not import this`, fence.why),
    }));
  return { patterns: [...otherRooms, aroundTheDoor, ...fenced] };
}

function because(rule: string, why: string): string {
  return `${rule}: ${why}. See "The rooms" in ARCHITECTURE.md.`;
}

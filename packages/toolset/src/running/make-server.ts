/**
 * One MCP server in front of a running toolset: for a connection, or for one request over HTTP in 2026-07-28. It holds
 * nothing but its client's subscriptions.
 */

import {
  McpServer,
  ProtocolError,
  ResourceTemplate as SdkTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { defined, untilAborted } from "@tenon/basis";

import type { RequestContext } from "../define/context.ts";
import { POLICY_URI } from "../define/policy-pack.ts";
import type { Resource, ResourceContents, ResourceTemplate } from "../define/resource.ts";
import { complete } from "./completions.ts";
import { requestContext } from "./contexts.ts";
import type { Core } from "./core.ts";
import { type Era, exchangeOf } from "./exchange.ts";
import { protocolError, toToolError } from "./failure.ts";
import type { Prompts } from "./prompts.ts";
import type { ResourceReads } from "./resources.ts";
import type { ToolCalls } from "./tool-calls.ts";

export interface ServerParts {
  readonly core: Core;
  readonly calls: ToolCalls;
  readonly prompts: Prompts;
  readonly reads: ResourceReads;
  readonly skills: SkillsExtension | undefined;
}

export interface MadeServer {
  readonly mcp: McpServer;
  readonly era: Era;
  /** The resources that its client has subscribed to, in a 2025 revision. */
  readonly subscriptions: ReadonlySet<string>;
}

export function makeServer(parts: ServerParts, era: Era): MadeServer {
  const { core, calls, skills } = parts;
  const { name, version, title, description, websiteUrl, icons, instructions, tools, prompts, resources, policy } =
    core.toolset;
  const about = defined({ title, description, websiteUrl, icons });
  const mcp = new McpServer(
    { name, version, ...about },
    { capabilities: { logging: {} }, ...defined({ instructions }) },
  );
  mcp.toolInputSchemaJson = calls.inputSchema;
  const subscriptions = new Set<string>();
  const hasResources = resources.length > 0 || policy.length > 0;

  if (tools.length > 0) serveTools(mcp, era, parts);
  if (prompts.length > 0) servePrompts(mcp, era, parts);
  if (hasResources || skills) {
    mcp.server.registerCapabilities({ resources: { listChanged: true, subscribe: true } });
    for (const one of resources) serveResource(mcp, era, parts, one);
    if (policy.length > 0) servePolicy(mcp, core);
    skills?.attach(mcp);
    serveSubscriptions(mcp, subscriptions);
  }
  if (prompts.length > 0 || resources.some(({ type }) => type === "template")) serveCompletions(mcp, era, parts);
  return { mcp, era, subscriptions };
}

function serveTools(mcp: McpServer, era: Era, { calls }: ServerParts): void {
  mcp.server.registerCapabilities({ tools: {} });
  const list = { tools: [...calls.list] };
  mcp.server.setRequestHandler("tools/list", () => list);
  mcp.server.setRequestHandler("tools/call", ({ params }, context) =>
    calls.answer(params.name, params.arguments ?? {}, exchangeOf(mcp, era, context)),
  );
}

function servePrompts(mcp: McpServer, era: Era, { prompts }: ServerParts): void {
  mcp.server.registerCapabilities({ prompts: {} });
  const list = { prompts: [...prompts.list] };
  mcp.server.setRequestHandler("prompts/list", () => list);
  mcp.server.setRequestHandler("prompts/get", ({ params }, context) =>
    prompts.answer(params.name, params.arguments ?? {}, exchangeOf(mcp, era, context)),
  );
}

function serveResource(
  mcp: McpServer,
  era: Era,
  { core, reads }: ServerParts,
  resource: Resource | ResourceTemplate,
): void {
  const { name, title, description, mimeType, annotations, icons, cache } = resource;
  const about = {
    ...defined({ title, description, mimeType, annotations, icons }),
    ...(cache && { cacheHint: { ttlMs: cache.maxAgeMs, cacheScope: cache.isPublic ? "public" : "private" } as const }),
  };
  const read = (
    uri: string,
    given: ServerContext,
    load: (context: RequestContext) => ResourceContents | Promise<ResourceContents>,
  ) =>
    answering(
      core,
      name,
      () =>
        reads.read(uri, {
          cache,
          mimeType,
          signal: given.mcpReq.signal,
          // Shared by concurrent reads: the toolset's signal, not that of one request.
          load: async () => await load(await contextOf(mcp, era, core, { from: name, given, signal: core.signal })),
        }),
      uri,
    );
  if (resource.type === "resource") {
    mcp.registerResource(name, new URL(resource.uri).href, about, (uri, given) =>
      read(uri.href, given, (context) => resource.read(context)),
    );
    return;
  }
  const list = async (given: ServerContext) => ({
    resources: await answering(core, name, async () => [
      ...((await resource.list?.(await contextOf(mcp, era, core, { from: name, given }))) ?? []),
    ]),
  });
  const template = new SdkTemplate(resource.uriTemplate, { list: resource.list && list });
  mcp.registerResource(name, template, about, (uri, variables, given) =>
    read(uri.href, given, (context) => resource.read(decoded(variables), context)),
  );
}

function servePolicy(mcp: McpServer, { toolset }: Core): void {
  const about = {
    title: "Policy",
    description: "Rules that this server suggests: which of its calls to ask about or to refuse.",
    mimeType: "application/json",
  };
  const text = JSON.stringify({ rules: toolset.policy });
  mcp.registerResource("policy", POLICY_URI, about, ({ href }) => ({
    contents: [{ uri: href, mimeType: about.mimeType, text }],
  }));
}

/** 2026-07-28 has `subscriptions/listen` instead, which the door answers. */
function serveSubscriptions(mcp: McpServer, subscriptions: Set<string>): void {
  mcp.server.setRequestHandler("resources/subscribe", ({ params }) => {
    subscriptions.add(params.uri);
    return {};
  });
  mcp.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscriptions.delete(params.uri);
    return {};
  });
}

function serveCompletions(mcp: McpServer, era: Era, { core }: ServerParts): void {
  mcp.server.registerCapabilities({ completions: {} });
  mcp.server.setRequestHandler("completion/complete", ({ params }, given) =>
    answering(core, "completion", () =>
      complete(core.toolset, params, () => contextOf(mcp, era, core, { from: "completion", given })),
    ),
  );
}

interface ContextSource {
  readonly from: string;
  readonly given: ServerContext;
  readonly signal?: AbortSignal;
}

async function contextOf(
  mcp: McpServer,
  era: Era,
  core: Core,
  { from, given, signal }: ContextSource,
): Promise<RequestContext> {
  const exchange = exchangeOf(mcp, era, given);
  const state = await core.state.get({ race: (work) => untilAborted(work, given.mcpReq.signal) });
  const ending = AbortSignal.any([signal ?? given.mcpReq.signal, core.signal]);
  return requestContext(core, () => exchange, { from, state, signal: ending });
}

/** With the errors that a client may see. */
async function answering<T>(core: Core, from: string, work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw protocolError(toToolError(error, from, core), { mask: core.mask, ...defined({ uri }) });
  }
}

function decoded(variables: Readonly<Record<string, string | string[]>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decode(String(value))]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // A lone percent sign means itself.
  }
}

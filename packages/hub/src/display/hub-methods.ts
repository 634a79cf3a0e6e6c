/**
 * The methods by which a client shows and changes the servers of a session, whichever agent runs it: our agent answers
 * them, and the proxy does for every other. They are described in docs/extensions.md.
 */

import { defined, InvalidValueError, type JsonObject, objectOf, stringAt, stringOf } from "@tenon/basis";

import type { CatalogueTool, Offer } from "../offer/index.ts";
import type { ServerView } from "../hub-types.ts";
import type { ServerSpec } from "../server-spec.ts";
import type { SessionHub } from "../session-hub.ts";
import { listResources } from "./list-resources.ts";

export const hubMethods = [
  "_tenon/receipts",
  "_tenon/resources/list",
  "_tenon/servers/attach",
  "_tenon/servers/detach",
  "_tenon/servers/restart",
  "_tenon/servers/review",
  "_tenon/servers/sign_in",
  "_tenon/servers/trust",
  "_tenon/tools/call",
  "_tenon/tools/search",
] as const;

export type HubMethod = (typeof hubMethods)[number];

export interface AskedSession {
  readonly hub: SessionHub;
  /** What the session's agent answers of these methods and others. */
  readonly methods: readonly string[];
  /** Reads a server as `session/new` takes it. Throws for one that cannot be read. */
  read(server: unknown): Promise<ServerSpec>;
  detach(server: string): Promise<void>;
  signIn(server: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Why the rules forbid a call; undefined if they do not. */
  denial(call: {
    readonly type: "tool-call";
    readonly server: string;
    readonly tool: string;
    readonly name: string;
    readonly arguments: JsonObject;
  }): Promise<string | undefined>;
}

/** Rejects with an `InvalidValueError` for params that cannot be used. */
export async function answerHubMethod(
  method: HubMethod,
  fields: JsonObject,
  session: AskedSession & { readonly signal: AbortSignal },
): Promise<object> {
  const { hub, methods, signIn, signal } = session;
  const { lastOffer } = hub;
  const server = () => findServer(hub, fields["server"]).spec.name;
  switch (method) {
    case "_tenon/receipts":
      return {
        methods,
        servers: hub.servers.map((view) => ({ ...receiptOf(hub, view), history: view.history })),
        ...(lastOffer && { tokens: { ...lastOffer.tokens, servers: tokensByServer(lastOffer) } }),
      };
    case "_tenon/resources/list":
      return { resources: await listResources(hub, signal) };
    case "_tenon/servers/attach": {
      const spec = await session.read(fields["server"]);
      await hub.attach(spec);
      return { receipt: receiptOf(hub, findServer(hub, spec.name)), ...defined({ warnings: spec.warnings }) };
    }
    case "_tenon/servers/detach":
      await session.detach(server());
      return {};
    case "_tenon/servers/restart":
      await hub.restart(server());
      return {};
    case "_tenon/servers/sign_in": {
      const name = server();
      await signIn(name, { signal });
      return { receipt: receiptOf(hub, findServer(hub, name)) };
    }
    case "_tenon/servers/review":
      return { review: await trustOf(hub).review(server()) };
    case "_tenon/servers/trust":
      await trustOf(hub).trust(server(), stringAt("fingerprint", fields["fingerprint"]));
      return {};
    case "_tenon/tools/call":
      return await callTool(server(), fields, session);
    case "_tenon/tools/search": {
      const isList = fields["server"] !== undefined && fields["query"] === undefined;
      const tools = isList ? toolsOf(hub, server()) : searchTools(hub, fields);
      return {
        tools: tools.map(({ name, server: of, tool, title, description, inputSchema }) => {
          // As the server has it: what a model is shown is put into the words of its provider.
          const schema = fields["schemas"] === true && { inputSchema };
          return { name, server: of, tool, title, description, ...schema, ...verdictOn(name, lastOffer) };
        }),
      };
    }
  }
}

export function receiptOf(hub: SessionHub, { spec, receipt }: ServerView) {
  const host = "url" in spec ? URL.parse(spec.url)?.host : undefined;
  const tools = toolsOf(hub, spec.name).length;
  return { ...receipt, type: spec.type, ...defined({ source: spec.source, host }), tools };
}

/** Throws if there is none. */
export function findServer(hub: SessionHub, given: unknown): ServerView {
  const name = stringAt("server", given);
  const view = hub.servers.find(({ spec }) => spec.name === name);
  if (!view) throw new InvalidValueError("server", `must be a server of the session; there is none called ${name}`);
  return view;
}

export function toolsOf(hub: SessionHub, name: string): SessionHub["catalogue"]["tools"] {
  return hub.catalogue.tools.filter(({ server }) => server === name);
}

/** The person who asks for it has read what the tool does and written its arguments: that is their consent. */
async function callTool(
  server: string,
  fields: JsonObject,
  { hub, denial, signal }: AskedSession & { readonly signal: AbortSignal },
): Promise<object> {
  const tool = stringAt("tool", fields["tool"]);
  const found = toolsOf(hub, server).find((each) => each.tool === tool);
  if (!found) throw new InvalidValueError("tool", `must name a tool of ${server}, got "${tool}"`);
  const args = objectOf(fields["arguments"]);
  const denied = await denial({ type: "tool-call", server, tool, name: found.name, arguments: args });
  if (denied !== undefined) throw new InvalidValueError("tool", `is not allowed: ${denied}`);
  const id = stringOf(fields["callId"]);
  // Its progress is recorded with the other messages of the call, under this id.
  const options = { signal, onProgress: () => {}, ...defined({ id }) };
  return { result: (await hub.call(found.name, args, options)).raw };
}

function trustOf({ trust }: SessionHub): NonNullable<SessionHub["trust"]> {
  if (trust) return trust;
  throw new InvalidValueError("server", "must name a server that is waiting for trust; this session has none");
}

/** What the tools of each server cost the context, and what they would if all were offered. */
function tokensByServer({ verdicts }: Offer) {
  const servers = new Map<string, { offered: number; everything: number }>();
  for (const { tool, tokens, isOffered } of verdicts) {
    const sum = servers.get(tool.server) ?? { offered: 0, everything: 0 };
    sum.everything += tokens;
    if (isOffered) sum.offered += tokens;
    servers.set(tool.server, sum);
  }
  return [...servers].map(([server, sums]) => ({ server, ...sums }));
}

const MAX_FOUND = 50;

function searchTools(hub: SessionHub, fields: JsonObject): readonly CatalogueTool[] {
  const limit = typeof fields["limit"] === "number" ? Math.min(fields["limit"], MAX_FOUND) : undefined;
  return hub.search(stringAt("query", fields["query"]), limit).map(({ tool }) => tool);
}

/** Why the tool was in the last request, or was not. */
function verdictOn(name: string, offer: Offer | undefined) {
  const verdict = offer?.verdicts.find(({ tool }) => tool.name === name);
  return verdict && { isOffered: verdict.isOffered, reason: verdict.reason, tokens: verdict.tokens };
}

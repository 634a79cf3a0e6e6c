import type { Channel, ServerSpec } from "../server-spec.ts";
import type { GivenServer } from "./given-server.ts";

/** A server that its client provides itself. */
export type GivenAcpServer = Extract<GivenServer, { readonly type: "acp" }>;

/** A server that a client gives, as the hub takes it. */
export async function specOfGiven({ settings, ...server }: Exclude<GivenServer, GivenAcpServer>): Promise<ServerSpec> {
  return { ...server, source: "client", ...(await optionsFrom(settings)) };
}

export async function specOfAcp(
  { name, settings, ...server }: GivenAcpServer,
  open: (server: Pick<GivenAcpServer, "serverId" | "isOlder">) => Channel,
): Promise<ServerSpec> {
  return { type: "channel", name, source: "client", ...(await optionsFrom(settings)), open: () => open(server) };
}

/** What the client sets for it in `_meta.tenon`; what cannot be used becomes a warning. */
async function optionsFrom(settings: unknown): Promise<Pick<ServerSpec, "options" | "warnings">> {
  if (settings === undefined) return {};
  // Loaded when it is needed, which is seldom.
  const { readServerOptions } = await import("../config/index.ts");
  const { options, problems } = readServerOptions(settings);
  const warnings = problems.map((problem) => `_meta.tenon: ${problem}`);
  return { ...(options && { options }), ...(warnings.length > 0 && { warnings }) };
}

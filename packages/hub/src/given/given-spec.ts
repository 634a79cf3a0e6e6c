import type { ServerSpec } from "../server-spec.ts";
import type { GivenServer } from "./given-server.ts";

/** A server that a client gives, as the hub takes it. */
export async function specOfGiven({
  settings,
  ...server
}: Exclude<GivenServer, { readonly type: "acp" }>): Promise<ServerSpec> {
  return { ...server, source: "client", ...(await optionsFrom(settings)) };
}

/** What the client sets for it in `_meta.tenon`; what cannot be used becomes a warning. */
export async function optionsFrom(settings: unknown): Promise<Pick<ServerSpec, "options" | "warnings">> {
  if (settings === undefined) return {};
  // Loaded when it is needed, which is seldom.
  const { readServerOptions } = await import("../config/index.ts");
  const { options, problems } = readServerOptions(settings);
  const warnings = problems.map((problem) => `_meta.tenon: ${problem}`);
  return { ...(options && { options }), ...(warnings.length > 0 && { warnings }) };
}

/**
 * Asks a gateway who it is before anything is sent to it: a wrong token, a wrong URL and an agent that is not there are
 * reported for what they are.
 */

import { itemsOf, objectOf, parseJson, stringOf } from "@tenon/basis";

import { ConnectError } from "../connect-error.ts";
import { explainFailure, explainStatus } from "./explain-failure.ts";
import { createGatewayHttp, type GatewayAccess, textOf } from "./gateway-http.ts";

export interface ExamineOptions extends GatewayAccess {
  /** That must be there. */
  readonly agent?: string | undefined;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;

/** Rejects with a `ConnectError`. */
export async function examineGateway(options: ExamineOptions): Promise<void> {
  const { address, agent } = options;
  const { status, body } = await get(new URL("agents", address.api), options);
  if (status !== 200 && status !== 404) throw explainStatus(status, address);
  const agents = objectOf(parseJson(body))["agents"];
  const { name: gateway } = address;
  if (!Array.isArray(agents)) {
    throw new ConnectError("not_a_gateway", `${gateway} is not a Tenon gateway: it has no /api/agents.`, { gateway });
  }
  const names = itemsOf(agents).flatMap((each) => stringOf(objectOf(each)["name"]) ?? []);
  if (agent === undefined || names.includes(agent)) return;
  const known = `Available: ${names.join(", ")}.`;
  throw new ConnectError("agent_not_found", `${gateway} has no agent ${JSON.stringify(agent)}. ${known}`, { gateway });
}

/** Whether there is such a folder where the gateway is. */
export async function isFolderThere(path: string, options: GetOptions): Promise<boolean> {
  const url = new URL("folder", options.address.api);
  url.searchParams.set("path", path);
  return objectOf(parseJson((await get(url, options)).body))["isFolder"] === true;
}

export interface GetOptions extends Omit<ExamineOptions, "agent"> {}

async function get(url: URL, options: GetOptions): Promise<{ status: number; body: string }> {
  using http = createGatewayHttp(options);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await http.request(url, { headers: { Accept: "application/json" }, signal });
    return { status: response.statusCode ?? 0, body: await textOf(response, options.address) };
  } catch (error) {
    throw options.signal.aborted ? options.signal.reason : explainFailure(error, options.address);
  }
}

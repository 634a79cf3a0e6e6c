/**
 * Asks a gateway who it is before anything is sent to it: a wrong token, a wrong URL and an agent that is not there are
 * reported for what they are.
 */

import { request as requestPlain, type IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { once } from "node:events";
import { text } from "node:stream/consumers";

import { itemsOf, objectOf, parseJson, stringOf } from "@tenon/basis";

import { ConnectError } from "../connect-error.ts";
import { explainFailure, explainStatus } from "./explain-failure.ts";
import type { GatewayAddress } from "./gateway-address.ts";
import { trustedAuthorities } from "./trusted-authorities.ts";

export interface ExamineOptions {
  readonly address: GatewayAddress;
  readonly token: string;
  /** That must be there. */
  readonly agent?: string | undefined;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;

/** Rejects with a `ConnectError`. */
export async function examineGateway({ address, token, agent, signal }: ExamineOptions): Promise<void> {
  const { status, body } = await get(new URL("agents", address.api), { address, token, signal });
  if (status !== 200 && status !== 404) throw explainStatus(status, address);
  const agents = objectOf(parseJson(body))["agents"];
  const { name: gateway } = address;
  if (!Array.isArray(agents)) {
    throw new ConnectError("not_a_gateway", `${gateway} is not a Tenon gateway: it has no /api/agents.`, { gateway });
  }
  const names = itemsOf(agents).flatMap((each) => stringOf(objectOf(each)["name"]) ?? []);
  if (agent === undefined || names.includes(agent)) return;
  const known = `There are: ${names.join(", ")}.`;
  throw new ConnectError("agent_not_found", `${gateway} has no agent ${JSON.stringify(agent)}. ${known}`, { gateway });
}

/** Whether there is such a folder where the gateway is. */
export async function isFolderThere(path: string, options: GetOptions): Promise<boolean> {
  const url = new URL("folder", options.address.api);
  url.searchParams.set("path", path);
  return objectOf(parseJson((await get(url, options)).body))["isFolder"] === true;
}

export interface GetOptions extends Pick<ExamineOptions, "address" | "token" | "signal"> {}

async function get(url: URL, { address, token, signal }: GetOptions): Promise<{ status: number; body: string }> {
  const isSecure = url.protocol === "https:";
  const request = (isSecure ? requestSecure : requestPlain)(url, {
    headers: { Authorization: `Bearer ${token}`, Accept: "application/json" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    ...(isSecure && { ca: trustedAuthorities() }),
    rejectUnauthorized: true,
  });
  request.end();
  try {
    const [response]: IncomingMessage[] = await once(request, "response");
    return { status: response?.statusCode ?? 0, body: response ? await text(response) : "" };
  } catch (error) {
    throw signal.aborted ? signal.reason : explainFailure(error, address);
  }
}

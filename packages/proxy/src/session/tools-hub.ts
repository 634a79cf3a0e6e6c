/**
 * The hub of one session, on the servers that the client gives and those of the user.
 */

import { defined, objectOf, stringOf } from "@tenon/basis";
import type { ServerMessage, ServerSpec, SessionHub } from "@tenon/hub";
import { type GivenServer, specOfAcp, specOfGiven } from "@tenon/hub/given";
import type { AcpChannels } from "@tenon/hub/over-acp";

import { ENDPOINT_NAME } from "../doors/doors.ts";
import type { OpeningRequest } from "./opening/opening-request.ts";
import { serverCallbacks } from "./client/server-questions.ts";
import type { SessionClient } from "./client/session-client.ts";
import type { SessionNotices } from "./client/session-notices.ts";
import type { ToolsOptions } from "./tools-options.ts";

export interface ToolsHubOptions extends Pick<ToolsOptions, "services" | "version" | "onSecrets" | "lease"> {
  readonly client: SessionClient;
  readonly channels: AcpChannels;
  readonly notices: Pick<SessionNotices, "receipt" | "problems" | "catalogue">;
  readonly callsOf: Parameters<typeof serverCallbacks>[0]["callsOf"];
  readonly newId: () => string;
  /** The clock of the record, if there is one, in milliseconds since 1970. */
  readonly recordTime?: (() => number) | undefined;
  /** Gets every message between the session and a server. */
  readonly onMessage?: ((message: ServerMessage) => void) | undefined;
}

/** Waits for the configuration, and for no server. */
export async function openToolsHub(
  { servers, cwd, roots, meta }: OpeningRequest,
  options: ToolsHubOptions,
): Promise<SessionHub> {
  const { notices, channels } = options;
  const services = await options.services();
  return await services.openHub({
    servers: await Promise.all(servers.map((server) => specFor(server, channels))),
    cwd,
    ...defined({ account: stringOf(objectOf(meta["tenon"])["account"]), lost: options.lease?.lost }),
    clientInfo: { name: ENDPOINT_NAME, version: options.version },
    callbacks: serverCallbacks({ ...options, roots }),
    onReceipt: notices.receipt,
    ...defined({ onMessage: options.onMessage }),
    onSecrets: options.onSecrets,
    ...defined({ now: options.recordTime }),
    onProblems: notices.problems,
    onCatalogue: ({ warnings }) => notices.catalogue(warnings),
  });
}

// The longest that a call may take at all.
const CALL_MS = 30 * 60_000;

/** The agent decides how long it waits for a server of its client, as it would without us. */
export async function specFor(server: GivenServer, channels: AcpChannels): Promise<ServerSpec> {
  const spec = await (server.type === "acp" ? specOfAcp(server, channels.open) : specOfGiven(server));
  return { ...spec, options: { callMs: CALL_MS, ...spec.options } };
}

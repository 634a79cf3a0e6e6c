/**
 * One server of a hub, with everything that belongs to it: admission, sign-in, connection, limits, receipt.
 */

import { errorCode, measured, untilAborted } from "@tenon/basis";

import { createAdmission, type ServerAdmission } from "./admission.ts";
import { type CallLimits, createCallLimits } from "./call/call-tool.ts";
import { connect, type ConnectOptions } from "./connection/connect.ts";
import type { Connection } from "./connection/protocol/connection.ts";
import { identityOf } from "./connection/protocol/revision-memory.ts";
import type { HubContext } from "./hub-context.ts";
import { secretsInAddress } from "./hub-secrets.ts";
import type { ServerSpec } from "./server-spec.ts";
import { ServerError } from "./server-error.ts";
import { createStateCount } from "./server/receipt.ts";
import { openReceipt, type ReceiptBook } from "./server/receipt.ts";
import { openServer, type Server, type ServerSetup } from "./server/server.ts";
import { createStartTimes, type StartTimes } from "./server/start-times.ts";
import { openServerSignIn, type ServerSignIn } from "./sign-in/server-sign-in.ts";

export interface HubServer {
  readonly spec: ServerSpec;
  readonly receipt: ReceiptBook;
  readonly server: Server;
  readonly limits: CallLimits;
  readonly signIn: ServerSignIn;
  readonly times: StartTimes;
  readonly admission: ServerAdmission;
  /** Entries of its tool list that cannot be used, with the reason. */
  readonly setAside: ReadonlyMap<string, string>;
}

export interface HubServerOptions {
  /** Whether the session has as many servers as it may have already. */
  readonly isFull: boolean;
  readonly onTools: () => void;
  readonly onSignedIn: () => void;
}

export function openHubServer(spec: ServerSpec, context: HubContext, own: HubServerOptions): HubServer {
  const { options, limits, memory, now, pauseMs, secrets, warn } = context;
  const countState = createStateCount(context.telemetry);
  const receipt = openReceipt(spec.name, {
    now,
    onChange(receipt) {
      countState(receipt.state);
      options.onReceipt?.(secrets.redactReceipt(receipt));
    },
  });
  const admission = createAdmission(spec, context.admission);
  const times = createStartTimes(spec, { ...limits, isWaitSet: options.limits?.waitMs !== undefined, memory, now });
  const signIn = openServerSignIn(spec, {
    openBrowser: options.openBrowser,
    redirects: options.redirects,
    store: context.tokens,
    gate: async (url) => {
      const { gate } = await admission.admitted();
      if (!gate) throw noSignIn(spec.name);
      return await gate(url);
    },
    onNeedsSignIn: ({ url }) => options.onSecrets?.(secretsInAddress(url)),
    onSignedIn: own.onSignedIn,
    onWarning: warn,
  });
  const setAside = new Map<string, string>();
  const server = openServer({
    name: spec.name,
    receipt,
    pauseMs,
    now,
    signedIn: (request, signal) => signIn.run(request, { signal }),
    onListing: () => setAside.clear(),
    onTools: own.onTools,
    onServerChange(change) {
      if (typeof change === "object") {
        return context.events.emit({ type: "resource", server: spec.name, uri: change.updated });
      }
      options.onListChange?.({ server: spec.name, list: change });
      context.events.emit({ type: "list", server: spec.name, list: change });
    },
    onWarning: warn,
    connect: connector(spec, context, { receipt, admission, times, signIn, setAside, isFull: own.isFull }),
  });
  return { spec, receipt, server, limits: createCallLimits(spec.options), signIn, times, admission, setAside };
}

export function noSignIn(name: string): ServerError {
  return new ServerError("unknown", `${name} does not support sign-in`);
}

type Attempt = Parameters<ServerSetup["connect"]>[0];

function connector(
  spec: ServerSpec,
  context: HubContext,
  own: Pick<HubServer, "receipt" | "admission" | "times" | "signIn"> & {
    readonly setAside: Map<string, string>;
    readonly isFull: boolean;
  },
): ServerSetup["connect"] {
  const { options, limits, telemetry } = context;
  const shared = spec.options?.shared === true ? options.shared : undefined;
  return async ({ signal, onChange }) => {
    const attempt = { signal, onChange, lost: options.lost };
    if (options.begin) await untilAborted(options.begin, signal);
    const startMs = own.times.begin();
    if (own.isFull) {
      const message = `A session has at most ${limits.servers} servers; raise limits.servers in tenon.json`;
      throw new ServerError("not_admitted", message);
    }
    const { connect: socket } = await own.admission.admit().catch((error: unknown) => {
      if (errorCode(error) === "not_admitted") telemetry.count("refusals", 1, "admission");
      throw error;
    });
    own.receipt.to("admitted");
    if (spec.type === "held") throw new ServerError("not_admitted", spec.reason);
    if (spec.type === "functions") {
      const { connectFunctions } = await import("./connection/connect-functions.ts");
      return connectFunctions(spec);
    }
    const person = await own.signIn.signIn();
    const remote = { connect: socket, authProvider: person?.authProvider, guard: person?.guard };
    const open = (each: typeof attempt): Promise<Connection> =>
      connect(spec, { ...connectOptions(spec, context, own.setAside), ...each, remote, startMs });
    const cwd = spec.type === "stdio" ? (spec.cwd ?? options.cwd) : "";
    const key = JSON.stringify([identityOf(spec), cwd]);
    const connecting = () => (shared ? shared.acquire({ ...attempt, key, open }) : open(attempt));
    const start = telemetry.begin("server_start", { server: spec.name, transport: spec.type });
    const connection = await measured(start, () => own.signIn.run(connecting, { signal }), { signal });
    own.times.succeeded();
    return connection;
  };
}

function connectOptions(
  spec: ServerSpec,
  context: HubContext,
  setAside: Map<string, string>,
): Omit<ConnectOptions, keyof Attempt | "lost" | "remote" | "startMs"> {
  const { options, limits, environment, memory, budget, loginPath, pages, secrets, warn } = context;
  const { name } = spec;
  // A server of several sessions cannot say which of them it asks, nor whose its messages are, except for calls.
  const isShared = spec.options?.shared === true && options.shared !== undefined;
  return {
    serverName: name,
    cwd: options.cwd,
    environment,
    clientInfo: options.clientInfo,
    callbacks: isShared ? {} : pages.callbacks,
    memory,
    budget,
    loginPath,
    processes: limits.processes,
    quietMs: limits.quietMs,
    endMs: spec.options?.endMs ?? limits.endMs,
    onMessage: isShared ? undefined : secrets.listenTo?.(name),
    onNoise: once((line) => warn(`${name} prints to stdout, which is for MCP only: ${line.slice(0, 200)}`)),
    onSetAside: (tool) => void setAside.set(tool.name, tool.reason),
    onRefused: (method) => warn(`Ignored a ${method} from ${name}: it is nested too deeply`),
  };
}

/** One warning, and not one for every line [B-08]. */
function once(report: (line: string) => void): (line: string) => void {
  let isReported = false;
  return (line) => {
    if (!isReported) report(line);
    isReported = true;
  };
}

/**
 * Requests of ACP over HTTP: those of clients, and those that another machine carries here. One for a connection of another
 * machine is carried to that machine, and its answer back, a stream of events as it comes.
 */

import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

import { errorMessage } from "@tenon/basis";
import type { Context, Next } from "hono";

import type { Peer } from "../../gateway.ts";
import type { Machines } from "../../gateway-options.ts";
import { type ConnectionPlace, createConnectionIds } from "../../machines/connection-ids.ts";
import { CARRIED_PATH, type MachineKeys, signPeer } from "../../machines/machine-key.ts";
import { sendToMachine } from "../../machines/send-to-machine.ts";
import { apiFailure } from "../api/api-failure.ts";
import type { HttpEnvironment } from "../api/http-environment.ts";
import { readBody } from "../api/read-body.ts";
import { forwardedPeer } from "../door/forwarded-peer.ts";
import { peerOf } from "../door/peer-of.ts";
import type { HttpServices } from "../services.ts";
import { type AcpTransport, CONNECTION_ID } from "./acp-transport.ts";

export interface AcpRequests {
  /** Of a client whose identity is known. */
  fromClient(context: AcpContext): Promise<Response>;
  /** Whom another machine speaks for, by its own proof: it may come while we drain. */
  identifyCarried(context: AcpContext, next: Next): Promise<Response | void>;
  fromMachine(context: AcpContext): Promise<Response>;
}

export interface AcpRequestsOptions extends HttpServices {
  readonly acp: AcpTransport;
  readonly machines: Pick<Machines, "address" | "secret"> | undefined;
  readonly machineKeys: MachineKeys;
}

type AcpContext = Context<HttpEnvironment>;

export function createAcpRequests(options: AcpRequestsOptions): AcpRequests {
  const { acp, machines, signedIn, limits, log, addressOf, noteRefusal, isDraining } = options;
  const ids = createConnectionIds(machines);
  return {
    async fromClient(context) {
      const given = context.req.header(CONNECTION_ID);
      // Turns that still run may need answers of their clients; a new connection would only be closed.
      if (isDraining() && given === undefined) return apiFailure(503, "stopping", "The gateway is stopping");
      const identity = context.get("identity");
      const { incoming } = context.env;
      const userAgent = incoming.headers["user-agent"];
      const query = new URLSearchParams(context.req.query());
      const peer = peerOf({ identity, address: addressOf(incoming), userAgent, query });
      const place = given === undefined ? undefined : ids.open(given);
      if (given !== undefined && !place) return unknownConnection();
      const { id, address } = place ?? {};
      if (id !== undefined && address !== undefined)
        return await held(context, () => carried(context, { peer, id, address }));
      const response = await held(context, (ended) => answer(context, { peer, ended, id }));
      const begun = response.headers.get(CONNECTION_ID);
      if (begun !== null) response.headers.set(CONNECTION_ID, ids.seal(begun));
      return response;
    },
    async identifyCarried(context, next) {
      const { incoming } = context.env;
      const peer = await forwardedPeer(incoming.headers, options);
      if ("refusal" in peer) {
        noteRefusal(incoming, { status: 403, reason: peer.refusal });
        return apiFailure(403, "refused", peer.refusal);
      }
      const { access } = peer;
      context.set("identity", { by: "token", ...(access && { access }) });
      context.set("peer", peer);
      return await next();
    },
    async fromMachine(context) {
      // A connection begins at the machine that its client has reached.
      const id = context.req.header(CONNECTION_ID);
      if (id === undefined) return unknownConnection();
      const peer = context.get("peer");
      return await held(context, (ended) => answer(context, { peer, ended, id }));
    },
  };

  /** Its connection is cut when its identity is revoked. */
  async function held(context: AcpContext, respond: (ended: Promise<unknown>) => Promise<Response>): Promise<Response> {
    const { outgoing } = context.env;
    const ended = new Promise((resolve) => outgoing.once("close", resolve));
    void ended.then(signedIn.hold(context.get("identity"), () => outgoing.destroy()));
    return await respond(ended);
  }

  async function bodyOf({ req, env }: AcpContext): Promise<string | Response> {
    if (req.method !== "POST") return "";
    return await readBody(env.incoming, { bytes: limits.messageBytes, jsonDepth: limits.jsonDepth });
  }

  async function answer(context: AcpContext, { peer, ended, id }: Answering): Promise<Response> {
    const body = await bodyOf(context);
    if (typeof body !== "string") return body;
    const { url, method, headers: given, signal } = context.req.raw;
    const headers = new Headers(given);
    if (id !== undefined) headers.set(CONNECTION_ID, id);
    const isPost = method === "POST";
    const request = new Request(url, { method, headers, signal, ...(isPost && { body: acp.ids.read(body) }) });
    return acp.ids.writeResponse(await acp.handle(request, { peer, ended }));
  }

  async function carried(context: AcpContext, { peer, id, address }: Carried): Promise<Response> {
    const body = await bodyOf(context);
    if (typeof body !== "string") return body;
    const { req, env } = context;
    const gone = new AbortController();
    env.outgoing.once("close", () => gone.abort());
    const passed = PASSED.flatMap((name) => {
      const value = req.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    try {
      const answered = await sendToMachine({
        address,
        path: CARRIED_PATH,
        method: req.method,
        headers: { ...Object.fromEntries(passed), [CONNECTION_ID]: id },
        ...(req.method === "POST" && { body }),
        signal: gone.signal,
        prove: (receiver) => signPeer(machines?.secret ?? "", peer, receiver),
      });
      return responseOf(answered);
    } catch (error) {
      // It has ended with its machine, or its client is to begin another one.
      if (!gone.signal.aborted) log.warn("request-carry-fail", { machine: address, reason: errorMessage(error) });
      return unknownConnection();
    }
  }
}

interface Carried extends Required<ConnectionPlace> {
  readonly peer: Peer;
}

interface Answering {
  readonly peer: Peer;
  readonly ended: Promise<unknown>;
  readonly id: string | undefined;
}

const PASSED = ["Content-Type", "Accept", "Acp-Session-Id"];

function unknownConnection(): Response {
  return new Response("Unknown connection\n", { status: 404 });
}

function responseOf(answered: IncomingMessage): Response {
  const { statusCode: status = 502, headers } = answered;
  const type = headers["content-type"];
  return new Response(bodyIn(answered), { status, ...(type !== undefined && { headers: { "Content-Type": type } }) });
}

/** Where a browser's types are in force too, those of the two streams differ. Its reader's end is its own. */
function bodyIn(answered: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>>;
function bodyIn(answered: IncomingMessage): unknown {
  return Readable.toWeb(answered);
}

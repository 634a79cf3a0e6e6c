/**
 * The toolset of the suite as a process on standard streams, behind an HTTP listener that passes messages on unread: the suite
 * speaks only HTTP. Prints its address.
 *
 * A client of a 2025 revision has a process for its session; all requests of 2026-07-28 share one.
 */

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  classifyInboundRequest,
  isLegacyRequest,
  PerRequestHTTPServerTransport,
  SUBSCRIPTION_ID_META_KEY,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { objectOf, parseJson, stringOf } from "@tenon/basis";
import { readBody, sendResponse, webRequest } from "@tenon/basis/node";

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
/** Requests on the shared process, by the id that they have there. */
const open = new Map<string, { readonly id: string | number; readonly transport: PerRequestHTTPServerTransport }>();
const shared = await start((message) => {
  const meta = objectOf(objectOf("params" in message ? message.params : undefined)["_meta"]);
  const id = "id" in message ? message.id : meta[SUBSCRIPTION_ID_META_KEY];
  const known = open.get(String(id));
  if (known && !("method" in message)) {
    open.delete(String(id));
    return void known.transport.send({ ...message, id: known.id });
  }
  // Progress names no request; the suite has one at a time.
  for (const { transport, id } of known ? [known] : open.values()) {
    const text = JSON.stringify(message);
    const subscription = stringOf(meta[SUBSCRIPTION_ID_META_KEY]);
    const given = subscription === undefined ? text : text.replaceAll(subscription, String(id));
    void transport.send(JSON.parse(given), { relatedRequestId: id });
  }
});

const http = createServer((incoming, response) => {
  void (async () => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const body = (await readBody(incoming, 10_000_000)) ?? new Uint8Array();
    const request = webRequest(incoming, body, gone.signal);
    const isLegacy = await isLegacyRequest(request);
    await sendResponse(isLegacy ? await legacy(request) : await modern(request), response);
  })().catch(() => response.destroy());
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`);
});

async function modern(request: Request): Promise<Response> {
  const message = parseJson(await request.text());
  const headers = Object.fromEntries(request.headers);
  const route = classifyInboundRequest({ httpMethod: "POST", body: message, ...headersOf(headers) });
  if (route.kind !== "modern") return Response.json({ error: "not of 2026-07-28" }, { status: 400 });
  const transport = new PerRequestHTTPServerTransport({ classification: route.classification });
  transport.onmessage = (given) => {
    if (!("method" in given) || !("id" in given)) return;
    const id = `bridge-${randomUUID()}`;
    open.set(id, { id: given.id, transport });
    void shared.send({ ...given, id });
  };
  await transport.start();
  return await transport.handleMessage(message as never, { request });
}

async function legacy(request: Request): Promise<Response> {
  const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
  if (known) return await known.handleRequest(request);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  /** The request that a message of the server belongs to: the newest that is open. */
  const asked: (string | number)[] = [];
  const child = await start((message) => {
    const isResponse = !("method" in message);
    const relatedRequestId = isResponse ? undefined : asked.at(-1);
    if (isResponse) asked.splice(asked.indexOf(message.id ?? ""), 1);
    void transport.send(message, relatedRequestId === undefined ? {} : { relatedRequestId });
  });
  transport.onmessage = (message) => {
    if ("method" in message && "id" in message) asked.push(message.id);
    void child.send(message);
  };
  transport.onclose = () => void child.close();
  await transport.start();
  return await transport.handleRequest(request);
}

async function start(onmessage: (message: JSONRPCMessage) => void): Promise<StdioClientTransport> {
  const program = fileURLToPath(new URL("toolset-on-stdio.ts", import.meta.url));
  const child = new StdioClientTransport({ command: process.execPath, args: ["--conditions=tenon:source", program] });
  child.onmessage = onmessage;
  await child.start();
  return child;
}

function headersOf(headers: Readonly<Record<string, string>>) {
  const [protocolVersion, mcpMethod] = [headers["mcp-protocol-version"], headers["mcp-method"]];
  return {
    ...(protocolVersion !== undefined && { protocolVersionHeader: protocolVersion }),
    ...(mcpMethod !== undefined && { mcpMethodHeader: mcpMethod }),
  };
}

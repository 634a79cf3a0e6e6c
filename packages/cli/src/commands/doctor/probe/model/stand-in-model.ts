/**
 * A model on a loopback address that stands in for an agent's own: it remembers what it was sent, calls a tool when it is
 * asked to, and says a word otherwise. Nothing leaves the machine through it.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { parseJson } from "@tenon/basis";
import { closeHttpServer } from "@tenon/basis/node";

import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import type { Answer, ModelApi, OfferedTool, ToolCall } from "./model-api.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";

export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  /** All of it: a tool may be named without being defined. */
  readonly text: string;
}

export interface StandInModel extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
}

const APIS: readonly ModelApi[] = [anthropic, gemini, openaiChat, openaiResponses];

/** `choose` is asked for each request whether to call one of the tools. */
export async function startStandInModel(
  choose: (tools: readonly OfferedTool[]) => ToolCall | undefined,
): Promise<StandInModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    // An agent that leaves in the middle of an answer is no failure of ours.
    response.on("error", () => {});
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () => closeHttpServer(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    const body = await text(request);
    const api = request.method === "POST" ? APIS.find((one) => one.fits(path)) : undefined;
    if (!api) return sendJson(response, otherAnswer(path));
    const parsed = parseJson(body);
    const tools = api.toolsOf(parsed);
    requests.push({ tools, text: body });
    const call = choose(tools);
    const reply: Answer = call ? { call } : { text: "Done." };
    if (!api.isStreamed(parsed, path)) return sendJson(response, api.whole(reply));
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    for (const event of api.events(reply)) response.write(eventText(event, api.style));
    response.end(api.style === "done" ? "data: [DONE]\n\n" : "");
  }
}

function eventText(event: object, style: ModelApi["style"]): string {
  const name = style === "named" && "type" in event ? `event: ${String(event.type)}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

/** Agents count tokens and list models before they ask anything. */
function otherAnswer(path: string): object {
  if (path.includes("count")) return { input_tokens: 1, totalTokens: 1 };
  return { object: "list", data: [{ id: "stand-in", object: "model" }], models: [], has_more: false };
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

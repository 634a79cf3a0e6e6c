/**
 * Answers the requests of a model server: those for an answer by the script, all others by their API.
 */

import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { parseJson } from "@tenon/basis";

import type { HttpRequest, ModelApi, Route } from "./model-api.ts";
import { modelApis } from "./model-apis.ts";
import type { ModelRequest, OtherRequest } from "./model-request.ts";
import { playAnswer, playFailure, sendJson, type Stage } from "./play-answer.ts";
import type { RequestLog } from "./request-log.ts";
import { failure, inOrder, type Answer, type AnswerFunction, type Script } from "./script.ts";

export interface Answerer {
  readonly otherRequests: readonly OtherRequest[];
  answer(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  /** From now on, a request that ends was not aborted by the client. */
  close(): void;
}

export interface AnswererOptions {
  readonly script: Script;
  readonly bytesPerWrite?: number;
  readonly log: RequestLog;
}

export function createAnswerer(options: AnswererOptions): Answerer {
  const { script, bytesPerWrite, log } = options;
  const findAnswer = typeof script === "function" ? script : inOrder(script);
  const otherRequests: OtherRequest[] = [];
  let isClosing = false;

  return {
    otherRequests,
    async answer(incoming, response) {
      // A client that leaves in the middle of an answer is something a test does, not an error.
      response.on("error", () => {});
      try {
        await handle(incoming, response);
      } catch (error) {
        if (response.headersSent) response.destroy();
        else sendJson(response, { status: 500, json: errorJson(`The model server failed: ${String(error)}`) });
      }
    },
    close: () => void (isClosing = true),
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "/", method = "GET", headers } = incoming;
    const rawBody = await text(incoming);
    const body = parseJson(rawBody);
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const found = findRoute({ method, path: pathname, query: searchParams, headers, body });
    if (found?.route.type === "answer") {
      const { api, route } = found;
      const content = { ...route.content, api: api.name, url, headers, body, rawBody };
      return playScript(findAnswer, stageFor({ api, content, response }));
    }
    const status = found === undefined ? 404 : 200;
    otherRequests.push({ method, url, headers, rawBody, status });
    const nothing = errorJson(`Nothing here answers ${method} ${pathname}`);
    return sendJson(response, { status, json: found === undefined ? nothing : JSON.stringify(found.route.body) });
  }

  function stageFor(options: {
    readonly api: ModelApi;
    readonly content: Omit<ModelRequest, "number" | "id">;
    readonly response: ServerResponse;
  }): Stage {
    const { api, content, response } = options;
    const over = new AbortController();
    const aborted = Promise.withResolvers<boolean>();
    response.once("close", () => {
      aborted.resolve(!response.writableFinished && !isClosing);
      over.abort();
    });
    const tear = () => {
      aborted.resolve(false);
      response.destroy();
    };
    const id = randomBytes(6).toString("hex");
    const request = { ...content, number: log.count + 1, id, aborted: aborted.promise };
    log.add(request);
    return { api, request, response, over: over.signal, tear, bytesPerWrite };
  }
}

async function playScript(findAnswer: AnswerFunction, stage: Stage): Promise<void> {
  const { request } = stage;
  const refuse = (message?: string) => playFailure(failure("invalid-request", { message }), stage);
  if (request.body === undefined) return refuse();
  let found: Answer | undefined;
  try {
    found = await findAnswer(request);
  } catch (error) {
    return refuse(`The script failed on request ${request.number}: ${String(error)}`);
  }
  // A status that clients do not retry: a test that is wrong should fail at once.
  if (found === undefined) return refuse(`The script has no answer to request ${request.number} (${request.api})`);
  return playAnswer(found, stage);
}

function findRoute(request: HttpRequest): { readonly api: ModelApi; readonly route: Route } | undefined {
  for (const api of modelApis) {
    const route = api.route(request);
    if (route !== undefined) return { api, route };
  }
  return undefined;
}

function errorJson(message: string): string {
  return JSON.stringify({ error: { message } });
}

/**
 * The body of a request, up to a limit. Read from Node's own request: a body that is too large must never be in memory.
 */

import type { IncomingMessage } from "node:http";

import { isObject, type JsonObject, parseJson } from "@tenon/basis";
import { isDeeperThan } from "@tenon/policy";
import type { Context } from "hono";

import type { HttpLimits } from "../limits/limits.ts";
import { apiFailure } from "./api-failure.ts";
import type { HttpEnvironment } from "./http-environment.ts";

export interface BodyLimits {
  readonly bytes: number;
  readonly jsonDepth: number;
}

/** The text, or the answer if there is too much of it. Rejects if the client disconnects. */
export async function readBody(request: IncomingMessage, { bytes, jsonDepth }: BodyLimits): Promise<string | Response> {
  if (Number(request.headers["content-length"] ?? 0) > bytes) return tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // To stop in the middle must not cut the connection: there is an answer to send.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const piece = Buffer.from(chunk);
    size += piece.length;
    if (size > bytes) return tooLarge();
    chunks.push(piece);
  }
  const text = Buffer.concat(chunks).toString();
  return isDeeperThan(text, jsonDepth) ? apiFailure(400, "json_too_deep", "The JSON is nested too deeply") : text;
}

/** `Connection: close`, because the rest of the body is still to come and is not read. */
function tooLarge(): Response {
  const response = apiFailure(413, "body_too_large", "The body is too large");
  response.headers.set("Connection", "close");
  return response;
}

/**
 * The JSON object in a body, an empty one without a body, or the answer for anything else. A form of another page cannot
 * send application/json, so nothing else is read.
 */
export async function readFields(
  { req, env }: Context<HttpEnvironment>,
  { bodyBytes, jsonDepth }: HttpLimits,
): Promise<JsonObject | Response> {
  const text = await readBody(env.incoming, { bytes: bodyBytes, jsonDepth });
  if (typeof text !== "string") return text;
  if (text === "") return {};
  const isJson = (req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() === "application/json";
  const value = isJson ? parseJson(text) : undefined;
  if (isObject(value)) return value;
  return apiFailure(400, "bad_body", "The body must be a JSON object (application/json)");
}

/** When something expires; undefined for never. */
export function readExpiry(fields: JsonObject, now: number): number | undefined | Response {
  const expiresAt = fields["expiresAt"];
  if (expiresAt === undefined || expiresAt === null) return undefined;
  if (typeof expiresAt === "number" && expiresAt > now) return expiresAt;
  return apiFailure(400, "bad_time", '"expiresAt" must be in the future, in milliseconds since 1970');
}

/**
 * The body of a request, as far as it is not too large. Read from Node's own request: a body that is too large must not be
 * in memory before somebody notices.
 */

import type { IncomingMessage } from "node:http";

import { isDeeperThan } from "@tenon/policy";

import { apiFailure } from "./api-failure.ts";

export interface BodyLimits {
  readonly bytes: number;
  readonly jsonDepth: number;
}

/** The text, or the answer for whoever sent too much of it. Rejects if the client goes in the middle. */
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
  return isDeeperThan(text, jsonDepth) ? apiFailure(400, "JSON_TOO_DEEP", "The JSON nests too deep") : text;
}

/** `Connection: close`, because the rest of the body is still to come and nobody will read it. */
function tooLarge(): Response {
  const response = apiFailure(413, "BODY_TOO_LARGE", "The body is too large");
  response.headers.set("Connection", "close");
  return response;
}

import type { Context } from "hono";

import { apiFailure } from "./api-failure.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import type { HttpLimits } from "./limits.ts";
import { readBody } from "./read-body.ts";

/**
 * The fields of a body of JSON, none if there is no body, or the answer for whoever sent something else. A form of another
 * page cannot send JSON as such, so nothing else is read.
 */
export async function readFields(
  { req, env }: Context<HttpEnvironment>,
  { bodyBytes, jsonDepth }: HttpLimits,
): Promise<Readonly<Record<string, unknown>> | Response> {
  const text = await readBody(env.incoming, { bytes: bodyBytes, jsonDepth });
  if (typeof text !== "string") return text;
  if (text === "") return {};
  const isJson = (req.header("Content-Type") ?? "").split(";", 1)[0]?.trim().toLowerCase() === "application/json";
  const value = isJson ? parsed(text) : undefined;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  return apiFailure(400, "BAD_BODY", "The body is an object, as application/json");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON
  }
}

/**
 * Messages that are refused before they are recorded: not JSON-RPC, nested too deep, or a prompt that is too large. Such a
 * prompt fits no model, and to record it would hold up the other sessions for seconds.
 */

import { type AnyMessage, methods } from "@agentclientprotocol/sdk";
import { isObject, objectOf, RPC_ERROR } from "@tenon/basis";
import type { Problem } from "@tenon/journal/stream";
import { isNestedDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";

const MEBI = 1024 * 1024;
// Two million tokens, which is the largest context there is.
const MAX_TEXT = 8 * MEBI;
// As base64. Providers take requests of 20 to 50 MB.
const MAX_MEDIA = 32 * MEBI;
const MAX_PARTS = 10_000;

export function messageProblem(message: AnyMessage): Problem | undefined {
  if (isNestedDeeperThan(message, MAX_JSON_DEPTH)) {
    return { message: `The message nests more than ${MAX_JSON_DEPTH} levels deep` };
  }
  if (!isJsonRpc(message)) return { message: "The message is not JSON-RPC 2.0", isMalformed: true };
  if (!("method" in message) || message.method !== methods.agent.session.prompt) return undefined;
  const problem = promptProblem(objectOf(message.params)["prompt"]);
  return problem === undefined ? undefined : { message: problem, code: RPC_ERROR.invalidParams };
}

/** Checked before the SDK does: it would answer with the whole message, and the secrets in it. */
function isJsonRpc(message: object): boolean {
  const { jsonrpc, method, id }: { jsonrpc?: unknown; method?: unknown; id?: unknown } = message;
  if (!("method" in message)) return "id" in message || "result" in message || "error" in message;
  const isAnswerable = !("id" in message) || id === null || typeof id === "string" || typeof id === "number";
  return jsonrpc === "2.0" && typeof method === "string" && isAnswerable;
}

/** Why a prompt is too large; names the limit. */
function promptProblem(prompt: unknown): string | undefined {
  if (!Array.isArray(prompt)) return undefined;
  if (prompt.length > MAX_PARTS) return `The prompt has ${prompt.length} parts; the limit is ${MAX_PARTS}`;
  let text = 0;
  let media = 0;
  for (const part of prompt) {
    if (!isObject(part)) continue;
    const resource = objectOf(part["resource"]);
    text += lengthOf(part["text"]) + lengthOf(resource["text"]);
    media += lengthOf(part["data"]) + lengthOf(resource["blob"]);
  }
  if (text > MAX_TEXT) return tooLarge("text", text, MAX_TEXT);
  return media > MAX_MEDIA ? tooLarge("images, audio and files", media, MAX_MEDIA) : undefined;
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

function tooLarge(what: string, length: number, limit: number): string {
  const [has, most] = [length, limit].map((characters) => characters.toLocaleString("en"));
  return `The prompt has ${has} characters of ${what}; the limit is ${most}. Name a file instead: it is read in parts`;
}

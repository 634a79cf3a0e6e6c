import type { AcpClient } from "../wire/acp-client.ts";
import { type Fields, textOf } from "../wire/fields.ts";
import { WireError } from "../wire/wire-error.ts";

const METHOD_NOT_FOUND = -32_601;

/** Has an agent make a session: a new one, or a fork. */
export async function openByAgent(
  acp: Pick<AcpClient, "request">,
  method: "session/new" | "session/fork",
  params: object,
): Promise<{ readonly sessionId: string; readonly answer: Fields }> {
  const answer = await acp.request(method, params).catch((cause: unknown) => {
    if (!(cause instanceof WireError) || cause.details.status !== METHOD_NOT_FOUND) throw cause;
    throw new WireError("refused", "This agent cannot fork a session.", cause.details, { cause });
  });
  const sessionId = textOf(answer["sessionId"]);
  if (sessionId === undefined) throw new WireError("refused", "The agent gave no session.", { call: method });
  return { sessionId, answer };
}

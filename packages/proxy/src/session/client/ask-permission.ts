/**
 * Asks the user about a call, with our own choices. Undefined if they choose none; rejects if they cannot be asked.
 */

import { defined, objectOf } from "@tenon/basis";
import type { CallDescription } from "@tenon/hub/display";
import type { Choice } from "@tenon/policy";

import type { ToolQuestion } from "../calls/permissions.ts";
import type { SessionClient } from "./session-client.ts";

export async function askPermission(
  client: Pick<SessionClient, "ask">,
  { toolCallId, tool, args, choices, decision, operation, signal }: ToolQuestion,
  described: CallDescription,
  /** Who wants the call, if that is not plain. */
  asker?: string,
): Promise<Choice | undefined> {
  const remarks = [...(asker === undefined ? [] : [asker]), ...(decision.changes ?? [])];
  const notes = remarks.map((text) => ({ type: "content", content: { type: "text", text } }));
  const content = [...notes, ...(operation?.content ?? [])];
  // What a server says of its tool is no evidence for a client that decides; what we prepared is.
  const { title, kind, locations } = operation ?? { title: described.title };
  const answer = await client.ask(
    "session/request_permission",
    {
      toolCall: {
        toolCallId,
        name: operation ? tool.tool : nameOf(tool),
        title,
        ...defined({ kind, locations }),
        status: "pending",
        rawInput: args,
        ...(content.length > 0 && { content }),
      },
      options: choices.map(({ id, name, kind }) => ({ optionId: id, name, kind })),
      // A client with rules and a memory of its own must not keep the answer a second time.
      _meta: { tenon: { remembersAnswer: true } },
    },
    { signal },
  );
  // An answer after a cancel is not consent.
  signal.throwIfAborted();
  const { outcome, optionId } = objectOf(objectOf(answer)["outcome"]);
  return outcome === "selected" ? choices.find(({ id }) => id === optionId) : undefined;
}

/**
 * With the real server: the agent's own name of it says `tenon`. In characters that each reader takes for a server's tool, as
 * what looks like an agent's own tool is judged by what its arguments look like.
 */
function nameOf({ server, tool }: ToolQuestion["tool"]): string {
  return `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, "_")}__${tool.replaceAll(/[^A-Za-z0-9_.-]/g, "_")}`;
}

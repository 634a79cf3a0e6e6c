/**
 * What a question to the person, and its answer, mean for a timeline. Of an address that is to be opened only the host is
 * told: the rest of it may let in whoever has it.
 */

import type { ElicitationField } from "./entry.ts";
import type { TimelineEvent } from "./event.ts";
import { isFields, textOf, wordOf } from "./fields.ts";
import { isRequestCancelled } from "./request-cancelled.ts";
import type { Answer, Call } from "./wire-events.ts";

export function elicitationAsked({ params, id: requestId }: Call): readonly TimelineEvent[] {
  if (requestId === undefined) return [];
  const [host, toolCallId] = [hostIn(params["url"]), textOf(params["toolCallId"])];
  return [
    {
      type: "elicitation-asked",
      requestId,
      message: textOf(params["message"]) ?? "",
      mode: wordOf(params["mode"]) ?? "form",
      fields: fieldsIn(params["requestedSchema"]),
      ...(host !== undefined && { host }),
      ...(toolCallId !== undefined && { toolCallId }),
    },
  ];
}

export function elicitationAnswered({ id: requestId = "" }: Call, { result, error }: Answer): readonly TimelineEvent[] {
  const { content } = result;
  const action = isRequestCancelled(error) ? "cancel" : result["action"];
  const outcome = action === "accept" || action === "decline" || action === "cancel" ? action : "failed";
  const answer = outcome === "accept" && isFields(content) && { content };
  return [{ type: "elicitation-answered", requestId, outcome, ...answer }];
}

function fieldsIn(schema: unknown): readonly ElicitationField[] {
  const properties = isFields(schema) ? schema["properties"] : undefined;
  if (!isFields(properties)) return [];
  return Object.entries(properties).map(([name, field]) => {
    const title = isFields(field) ? wordOf(field["title"]) : undefined;
    return { name, ...(title !== undefined && { title }) };
  });
}

function hostIn(address: unknown): string | undefined {
  return typeof address === "string" && URL.canParse(address) ? new URL(address).host : undefined;
}

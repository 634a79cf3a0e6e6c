/**
 * What a question to the person, and its answer, mean for a timeline. Of a URL that is to be opened only the host is
 * kept: the rest of it may let its holder in.
 */

import { defined, isObject, nonEmptyStringOf, stringOf } from "@tenon/basis";

import type { ElicitationField } from "../entry.ts";
import type { TimelineEvent } from "../event.ts";
import { isRequestCancelled } from "./error-text.ts";
import type { Answer, Call } from "./wire-events.ts";

export function elicitationAsked({ params, id: requestId }: Call): readonly TimelineEvent[] {
  if (requestId === undefined) return [];
  const [host, toolCallId] = [hostIn(params["url"]), stringOf(params["toolCallId"])];
  return [
    {
      type: "elicitation-asked",
      requestId,
      message: stringOf(params["message"]) ?? "",
      mode: nonEmptyStringOf(params["mode"]) ?? "form",
      fields: fieldsIn(params["requestedSchema"]),
      ...defined({ host, toolCallId }),
    },
  ];
}

export function elicitationAnswered({ id: requestId = "" }: Call, { result, error }: Answer): readonly TimelineEvent[] {
  const { content } = result;
  const action = isRequestCancelled(error) ? "cancel" : result["action"];
  const outcome = action === "accept" || action === "decline" || action === "cancel" ? action : "failed";
  const answer = outcome === "accept" && isObject(content) && { content };
  return [{ type: "elicitation-answered", requestId, outcome, ...answer }];
}

function fieldsIn(schema: unknown): readonly ElicitationField[] {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, field]) => {
    const title = isObject(field) ? nonEmptyStringOf(field["title"]) : undefined;
    return { name, ...defined({ title }) };
  });
}

function hostIn(address: unknown): string | undefined {
  return typeof address === "string" && URL.canParse(address) ? new URL(address).host : undefined;
}

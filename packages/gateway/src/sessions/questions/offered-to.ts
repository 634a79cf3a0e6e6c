/**
 * The answers that a client may give to a permission request.
 *
 * What is remembered for good is remembered for the user of this machine, by us or by the agent: only an administrator may
 * answer so. Other people's answers hold once, or until the session ends.
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf } from "@tenon/basis";

import type { ClientLink } from "../../wire/client-link.ts";
import { paramsOf, withParams } from "../../wire/message.ts";

/** The id of our own answer that holds until the session ends (`choicesFor` in the policy). */
const FOR_THE_SESSION = "allow-session";
const ONCE: ReadonlySet<unknown> = new Set(["allow_once", "reject_once"]);

export function offeredTo({ access }: Pick<ClientLink, "access">, request: AnyRequest): AnyRequest {
  if (!access || access.may("administer") || request.method !== "session/request_permission") return request;
  const options = itemsOf(paramsOf(request)["options"]);
  return withParams(request, {
    options: options.filter((option) => {
      const { kind, optionId } = objectOf(option);
      return ONCE.has(kind) || optionId === FOR_THE_SESSION;
    }),
  });
}

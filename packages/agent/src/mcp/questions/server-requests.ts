/**
 * What a session answers its servers: a person's word, the model's, and the session's folders.
 */

import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import type { SessionCallbacks } from "@tenon/hub";
import { createPersonAsker } from "@tenon/hub/display";
import { answerProblem, freeTextFields } from "@tenon/timeline";

import { askedClient } from "../../acp-client/asked-client.ts";
import type { NewId } from "../../acp-client/new-id.ts";
import type { SessionClient } from "../../acp-client/session-client.ts";
import type { RunningCalls } from "../calls/running-calls.ts";
import { createModelAsker } from "./ask-model.ts";

export function serverCallbacks(
  options: Parameters<typeof createModelAsker>[0] & {
    readonly client: SessionClient;
    readonly running: RunningCalls;
    readonly newId: NewId;
    readonly announced: Promise<void>;
    readonly roots: readonly string[];
  },
): SessionCallbacks {
  const { client, running, newId, announced } = options;
  const { form, url } = client.capabilities.elicitation ?? {};
  const elicit = createPersonAsker({
    modes: [...(form ? (["form"] as const) : []), ...(url ? (["url"] as const) : [])],
    client: askedClient(client),
    forms: { freeTextFields, answerProblem },
    callsOf: (server) => running.of(server),
    newId: () => newId("elicitation"),
    announced,
  });
  // A path is not a URL with a prefix: it may hold spaces, `#` and drive letters [S-05].
  const roots = options.roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path }));
  return { ...(elicit && { elicit }), sample: createModelAsker(options), roots: () => roots };
}

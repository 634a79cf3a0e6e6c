/**
 * What a session answers its servers: a person's word, the model's, and the session's folders.
 */

import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import type { SessionCallbacks } from "@tenon/hub";

import { createModelAsker } from "./ask-model.ts";
import { createPersonAsker } from "./ask-person.ts";

export function serverCallbacks(
  options: Parameters<typeof createPersonAsker>[0] &
    Parameters<typeof createModelAsker>[0] & { readonly roots: readonly string[] },
): SessionCallbacks {
  const elicit = createPersonAsker(options);
  // A path is not a URL with a prefix: it may hold spaces, `#` and drive letters [S-05].
  const roots = options.roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path }));
  return { ...(elicit && { elicit }), sample: createModelAsker(options), roots: () => roots };
}

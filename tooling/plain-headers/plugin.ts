/**
 * Gives the AI SDK a `Headers` of ours: it builds one for each request, and the first mention of the global class makes Node.js
 * load its fetch, which we do not use.
 */

import { fileURLToPath } from "node:url";

const LIBRARY = /@ai-sdk[/\\]provider-utils[/\\]dist[/\\]index\.js$/;
const PLAIN_HEADERS = fileURLToPath(
  new URL("../../packages/agent/src/model/providers/plain-headers.ts", import.meta.url),
);

export function plainHeaders() {
  return {
    name: "plain-headers",
    transform(code: string, id: string): string | undefined {
      if (!LIBRARY.test(id)) return undefined;
      if (!/\bnew Headers\(/.test(code))
        throw new Error(`${id} has no use for Headers; remove the plugin plain-headers`);
      return `import { PlainHeaders as Headers } from ${JSON.stringify(PLAIN_HEADERS)};\n${code}`;
    },
  };
}

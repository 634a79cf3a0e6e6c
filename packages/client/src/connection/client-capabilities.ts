/**
 * What we tell an agent that we can do: exactly what the services can, in the types that the protocol has for it [R35].
 *
 * What the timeline understands needs no service, and is always told.
 */

import type { ClientCapabilities } from "@agentclientprotocol/sdk";

import type { ClientServices } from "../services.ts";

export function clientCapabilities({
  files,
  terminals,
  elicitation,
  terminalSignIn,
}: ClientServices): ClientCapabilities {
  const modes = {
    ...(elicitation?.form ? { form: {} } : {}),
    ...(elicitation?.url ? { url: {} } : {}),
  };
  return {
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    ...(files ? { fs: { readTextFile: true, writeTextFile: true } } : {}),
    ...(terminals ? { terminal: true } : {}),
    ...(Object.keys(modes).length > 0 ? { elicitation: modes } : {}),
    ...(terminalSignIn ? { auth: { terminal: true } } : {}),
  };
}

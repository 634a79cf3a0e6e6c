/**
 * One prompt to the user's own agent and model, which asks for a call of a tool that only we have. The call is the proof.
 */

import { defined } from "@tenon/basis";
import { answerAlways, type ClientServices } from "@tenon/client";

import { phrase } from "../../../messages/t.ts";
import type { ProbeFacts } from "../facts.ts";
import { converse } from "./converse.ts";
import { openProbeDoors, type ProbeDoors } from "./probe-doors.ts";
import type { ProbeOptions } from "./stand-in-probe.ts";

/** What the prompt costs, for the user to decide. */
export const LIVE_COST = phrase(
  "one prompt to its own model, with its system prompt and tools: about 5,000 to 25,000 input tokens a request, and two or three requests",
);

/** Rejects only if the signal aborts. */
export async function probeLive(
  options: Omit<ProbeOptions, "servers"> & { readonly cwd: string },
): Promise<ProbeFacts> {
  const { preset, file, cwd, wrap, clientInfo, signal } = options;
  await using probe = await openProbeDoors({ cwd, clientInfo });
  const { doors } = probe;
  const program = { command: file, args: preset.args, cwd, env: { ...preset.env, ...options.environment } };
  const failure = await converse(wrap ? wrap(program) : program, {
    clientInfo,
    permissions: onlyOurs(probe),
    mcpServers: doors.map(({ entry }) => entry),
    prompt: promptFor(probe),
    prompts: 1,
    isDone: () => false,
    signal,
  });
  return {
    agent: preset.name,
    isWrapped: wrap !== undefined,
    proof: "live model",
    servers: doors.map(({ transport, reached }) => ({ transport, reached })),
    ...defined({ failure }),
  };
}

function promptFor({ doors, nonce }: ProbeDoors): string {
  const tools = doors.map(({ tool }) => `"${tool}"`).join(" and ");
  return (
    `This is a test of MCP servers. Call the tools ${tools}, each once, with the argument nonce "${nonce}". Your tools may ` +
    "have a prefix before these names. If you do not have one of them, leave it out. Do nothing else."
  );
}

/** A model may want more than it was asked for. */
function onlyOurs({ doors, nonce }: ProbeDoors): NonNullable<ClientServices["permissions"]> {
  const [allow, deny] = [answerAlways("allow"), answerAlways("deny")];
  return async (request, context) => {
    const asked = JSON.stringify(request.toolCall);
    const isOurs = asked.includes(nonce) || doors.some(({ tool }) => asked.includes(tool));
    return await (isOurs ? allow : deny)(request, context);
  };
}

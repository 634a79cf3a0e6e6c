/**
 * What clients learn about a known agent before it was started: its version, whether it looks signed in, and what to expect.
 */

import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import { defined, formatDuration } from "@tenon/basis";
import type { AgentPreset } from "@tenon/client";
import { agentNamed, type AgentTraits } from "@tenon/proxy";

import type { OtherAgent } from "./gateway-options.ts";

export async function aboutAgent(
  preset: AgentPreset | undefined,
  version: string | undefined,
): Promise<NonNullable<OtherAgent["about"]>> {
  if (!preset) return defined({ version });
  const hasCredentials = await isSignedInBy(preset);
  const traits = agentNamed(preset.name);
  return {
    ...defined({ version }),
    ...(hasCredentials && { signIn: "credentials found" as const }),
    signInAdvice: preset.signIn,
    notes: [...presetNotes(preset), ...(traits ? traitNotes(traits) : [])],
  };
}

async function isSignedInBy({ signedInBy }: AgentPreset): Promise<boolean> {
  if (signedInBy?.variables?.some((name) => process.env[name])) return true;
  const found = (signedInBy?.files ?? []).map((file) =>
    access(join(homedir(), file)).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}

function presetNotes({ failsWithFiles, searchesTools }: AgentPreset): readonly string[] {
  return [
    ...(failsWithFiles ? ["It reads and writes files on the disk itself."] : []),
    ...(searchesTools ? ["Its model finds MCP tools by searching for them."] : []),
  ];
}

function traitNotes({ asks, callMs, drops, caveat, evidence }: AgentTraits): readonly string[] {
  return [
    ...(caveat === undefined ? [] : [caveat]),
    ...(asks === "unknown" ? [] : [ASKS[asks]]),
    ...(callMs === undefined ? [] : [`It gives up a tool call after ${formatDuration(callMs)}.`]),
    ...(drops.length === 0 ? [] : [`Given to its model as text or as a file: ${drops.join(", ")}.`]),
    ...(evidence.how === "measured" ? [`Measured with version ${evidence.version}.`] : []),
  ];
}

const ASKS = {
  always: "It asks before each tool call.",
  "unless-read-only": "It asks before a tool call that may change something.",
  never: "It calls tools without asking; your rules in Tenon still hold.",
} as const;

/**
 * What a user can do when an agent says "authentication required": the message alone is a dead end [Z-01].
 */

import type { AuthMethod } from "@agentclientprotocol/sdk";

import type { AgentPreset } from "../launch/preset.ts";
import { type SignInWay, signInWays } from "./sign-in-way.ts";

export interface SignInHelpOptions {
  /** What to call the agent. */
  readonly title: string;
  readonly methods: readonly AuthMethod[];
  readonly preset?: AgentPreset | undefined;
  /** What to type for one of the ways, such as `id => "tenon run --sign-in " + id`; without it, they are only named. */
  readonly commandFor?: ((methodId: string) => string) | undefined;
}

/** Several lines, without a line break at the end. */
export function signInHelp({ title, methods, preset, commandFor }: SignInHelpOptions): string {
  const ways = signInWays(methods);
  const lines = ways.map((way) => `  ${wayText(way, commandFor)}`);
  const offered = lines.length === 0 ? [] : ["Methods:", ...lines];
  const known = preset === undefined ? [] : [`To sign in${lines.length === 0 ? "" : " yourself"}, ${preset.signIn}.`];
  const nothing = `It lists no sign-in method. Sign in with its own command, then try again.`;
  return [
    `${title} requires you to sign in.`,
    ...offered,
    ...known,
    ...(offered.length + known.length > 0 ? [] : [nothing]),
  ].join("\n");
}

function wayText(way: SignInWay, commandFor: SignInHelpOptions["commandFor"]): string {
  const about = way.description === undefined ? way.title : `${way.title} (${way.description})`;
  if (way.type === "unknown") return `${about}, outside this program`;
  const where = way.type === "terminal" ? ", in this terminal" : "";
  return commandFor ? `${about}${where}: ${commandFor(way.id)}` : `${about}${where} [${way.id}]`;
}

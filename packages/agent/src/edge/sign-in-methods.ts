import type { AuthMethod, ClientCapabilities } from "@agentclientprotocol/sdk";

/** Set a key in the environment, and look again. */
export const KEY = {
  id: "api-key",
  name: "API key",
  description: "Set your provider's key in the environment of the editor, such as ANTHROPIC_API_KEY or OPENAI_API_KEY.",
} satisfies AuthMethod;

const TERMINAL = {
  type: "terminal",
  id: "enter-key",
  name: "Enter an API key",
  description: "Asks for a provider and its key in a terminal, and keeps it in a file that only you can read.",
  args: ["--sign-in"],
} satisfies AuthMethod;

/** A terminal method only for clients that can run one [R136]. */
export function signInMethods({ auth }: ClientCapabilities): AuthMethod[] {
  return [KEY, ...(auth?.terminal ? [TERMINAL] : [])];
}

import type { ReceiptState } from "@tenon/hub";

/** What a user can do about a server in this state, outside the agent; undefined if there is nothing to be done. */
export function whatToDo(server: string, state: ReceiptState): string | undefined {
  switch (state) {
    case "failed":
      return "It is tried again with a later prompt.";
    case "needs sign-in":
      return `You are asked to with your next prompt. Or run \`tenon tools sign-in ${server}\` and start a new session.`;
    case "waiting for trust":
      return "Run tenon tools trust in the project folder to review and trust it.";
    default:
      return undefined;
  }
}

export const ABOUT_TOOLS = "Turn off tools that you do not need, or raise `limits`, in tenon.json.";

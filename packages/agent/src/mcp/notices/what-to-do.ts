import type { ReceiptState } from "@tenon/hub";

/** What a person can do about a server in this state; undefined if there is nothing to be done. */
export function whatToDo(server: string, state: ReceiptState): string | undefined {
  switch (state) {
    case "failed":
      return `Once fixed, run \`/mcp restart ${server}\`.`;
    case "needs sign-in":
      return `Run \`/mcp sign-in ${server}\`.`;
    case "waiting for trust":
      return "Run `tenon tools trust` in the project folder to review and trust it.";
    case "stopped":
      return `Run \`/mcp connect ${server}\` to connect it again.`;
    default:
      return undefined;
  }
}

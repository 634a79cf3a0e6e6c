import type { ReceiptState } from "@tenon/hub";

/** What a person can do about a server in this state; undefined if there is nothing to be done. */
export function whatToDo(server: string, state: ReceiptState): string | undefined {
  switch (state) {
    case "failed":
      return `When it is mended, \`/mcp restart ${server}\` tries again.`;
    case "needs sign-in":
      return `\`/mcp sign-in ${server}\` opens its page.`;
    case "waiting for trust":
      return "`tenon tools trust` in the project's folder shows what it would start, and trusts it.";
    case "stopped":
      return `\`/mcp connect ${server}\` brings it back.`;
    default:
      return undefined;
  }
}

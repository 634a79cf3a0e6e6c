/**
 * What the user hears of a session's tools: receipts and notices of its servers, exactly as our own agent sends them, and
 * whether the agent uses what it was given.
 */

import type { Catalogue, Receipt, ReceiptState } from "@tenon/hub";
import {
  createCatalogueNotices,
  createProblemNotices,
  createReceiptNotices,
  type ProblemNotices,
} from "@tenon/hub/display";

import type { AgentTraits } from "../../agents/agent-traits.ts";
import type { SessionClient } from "./session-client.ts";

export interface SessionNotices extends Pick<ProblemNotices, "problems"> {
  receipt(receipt: Receipt): void;
  catalogue(warnings: Catalogue["warnings"]): void;
  /** The agent has connected to the endpoint. */
  connected(): void;
  /** A server of the agent's own configuration: its calls are not under this policy [W27]. */
  stranger(server: string): void;
  /** The agent has answered a prompt. */
  endTurn(): void;
}

const ABOUT_TOOLS = "Turn off tools that you do not need, or raise `limits`, in tenon.json.";
const NOT_CONNECTED = "It did not connect to the MCP server that it was given.";

export function createSessionNotices(
  client: SessionClient,
  traits: AgentTraits,
  /** The agent has not connected by the end of its first turn: what to say of it. */
  { notConnected = () => NOT_CONNECTED }: { readonly notConnected?: () => string } = {},
): SessionNotices {
  const { notice } = client;
  const receipts = createReceiptNotices({ notice, whatToDo });
  const catalogue = createCatalogueNotices({ notice, whatToDo: ABOUT_TOOLS });
  const problems = createProblemNotices({ notice });
  const strangers = new Set<string>();
  let isConnected = false;
  let hasServers = false;
  let hasHadTurn = false;
  void client.bound.then(() => {
    receipts.announce();
    catalogue.announce();
    problems.announce();
  });

  return {
    receipt(receipt) {
      hasServers = true;
      receipts.add(receipt);
      client.receipt(receipt);
    },
    catalogue: catalogue.catalogue,
    problems: problems.problems,
    connected: () => void (isConnected = true),
    stranger(server) {
      if (strangers.has(server)) return;
      strangers.add(server);
      const description = "It is configured in the agent itself, so its calls are not under the rules of Tenon.";
      notice({ severity: "info", title: `${server} is not a server of this session`, description });
    },
    endTurn() {
      if (hasHadTurn) return;
      hasHadTurn = true;
      receipts.stopWaiting();
      // Without servers no tools are missing.
      if (!isConnected && hasServers) notice(noTools(traits.title, notConnected(), traits.caveat));
    },
  };
}

export function mixedFiles(title: string) {
  const description =
    "The folders of this session are on your machine. The agent has tools for them, but its own tools for files and commands " +
    "cannot be switched off: they work in an empty folder of the machine that it runs on.";
  return { severity: "warning", title: `${title} may work on files of another machine`, description } as const;
}

export function noTools(title: string, ...why: readonly (string | undefined)[]) {
  const description = why.filter((sentence) => sentence !== undefined).join(" ");
  return { severity: "warning", title: `${title} has no tools of this session`, description } as const;
}

/** What a user can do about a server in this state, outside the agent; undefined if there is nothing to be done. */
function whatToDo(server: string, state: ReceiptState): string | undefined {
  switch (state) {
    case "failed":
      return "It is tried again with a later prompt.";
    case "needs sign-in":
      return `You are asked to with your next prompt. Or run \`tenon tools sign-in ${server}\` and start a new session.`;
    case "waiting for trust":
      return "Run `tenon tools trust` in the project folder to review and trust it.";
    default:
      return undefined;
  }
}

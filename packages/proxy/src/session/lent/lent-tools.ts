/**
 * The client's files and terminals, lent to the agent as tools of an endpoint: through the client where it has them, on
 * this machine otherwise, under the same rules as the tools of our own agent.
 */

import { rm } from "node:fs/promises";

import type { JsonObject } from "@tenon/basis";
import type { FunctionTool } from "@tenon/hub";
import type { CallDescription } from "@tenon/hub/display";
import type { EndpointTool } from "@tenon/hub/endpoint";
import { type Consent, decide } from "@tenon/policy";
import { type ClientTool, clientTools, openWorkspace } from "@tenon/workspace";

import type { AgentTraits } from "../../agents/agent-traits.ts";
import { clientEditor } from "../client/client-editor.ts";
import { type AskAbout, createLentCalls, type LentCalls, type LentCallsOptions } from "./lent-calls.ts";
import type { OpeningRequest } from "../opening/opening-request.ts";
import type { SessionClient } from "../client/session-client.ts";
import type { SessionConsent } from "./tool-consent.ts";

type Tool = Pick<EndpointTool, "server" | "tool">;

export interface LentTools extends Pick<LentCalls, "permitted" | "ended"> {
  /** For the endpoint. */
  readonly functions: readonly FunctionTool[];
  /** Undefined for tools that are not lent. */
  describe(tool: Tool, args: JsonObject): CallDescription | undefined;
  /** Undefined for tools that are not lent. Never rejects. */
  requireConsent(tool: Tool, args: JsonObject, ask: AskAbout): Promise<Consent> | undefined;
  /** Ends all commands. */
  close(): Promise<void>;
}

export interface LentToolsOptions extends LentCallsOptions {
  /** The name of the endpoint that has them; undefined if none are lent. */
  readonly clientTools?: string | undefined;
  readonly client: SessionClient;
  readonly request: Pick<OpeningRequest, "cwd" | "roots" | "tree">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly traits: Pick<AgentTraits, "lentMeta">;
  /** Where outputs that are too large for the model are kept, until the session ends. */
  readonly outputFolder: string;
}

export function openLentTools(options: LentToolsOptions): LentTools | undefined {
  const { clientTools: server, client, request, rules, environment, traits, outputFolder } = options;
  if (server === undefined) return undefined;
  let open: SessionConsent | undefined;
  rules.then(
    (opened) => (open = opened),
    () => {}, // Then no call is allowed.
  );
  let count = 0;
  const workspace = openWorkspace({
    cwd: request.cwd,
    roots: request.roots,
    tree: request.tree,
    kept: outputFolder,
    editor: clientEditor(client),
    newId: () => `bash_${(count += 1)}`,
    env: environment,
    passedVariables: () => open?.session.passedVariables ?? [],
    mayRead: (subject) => open !== undefined && decide(subject, open.policy()).effect === "allow",
  });
  const tools = new Map<string, ClientTool>(clientTools({ workspace, outputFolder }).map((tool) => [tool.name, tool]));
  const find = (tool: Tool) => (tool.server === server ? tools.get(tool.tool) : undefined);
  const calls = createLentCalls(options);

  return {
    functions: [...tools.values()].map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      ...(annotations && { annotations }),
      ...(traits.lentMeta && { meta: traits.lentMeta }),
      run: (_args, { signal, callId = "" }) => calls.run(callId, signal),
    })),
    describe: (tool, args) => find(tool)?.describe(args),
    requireConsent(tool, args, ask) {
      const found = find(tool);
      return found && calls.consentTo(found, args, ask);
    },
    permitted: calls.permitted,
    ended: calls.ended,
    async close() {
      await workspace.close();
      await rm(outputFolder, { recursive: true, force: true });
    },
  };
}

/**
 * The policy's word about calls of a session's tools, with what the hub knows of each.
 */

import { realpath } from "node:fs/promises";
import { homedir } from "node:os";

import type { JsonObject } from "@tenon/basis";
import type { SessionHub } from "@tenon/hub";
import type { EndpointTool } from "@tenon/hub/endpoint";
import {
  type Consent,
  type ConsentRequest,
  createConsent,
  findFloor,
  memoryGrantStore,
  type Policy,
  type RequireConsent,
  serverKey,
  sessionPolicy,
} from "@tenon/policy";
import { keptOutputRules } from "@tenon/workspace";

import type { OpeningRequest } from "../opening/opening-request.ts";
import type { ToolsOptions } from "../tools-options.ts";

/** Never rejects: what cannot be decided is refused. */
export type RequireToolConsent = (
  tool: Pick<EndpointTool, "server" | "tool">,
  args: JsonObject,
  ask: ConsentRequest["ask"],
) => Promise<Consent>;

/** The rules of a session and the answers of its user, when its hub has read the configuration. */
export interface SessionConsent {
  readonly session: SessionHub;
  readonly policy: () => Policy;
  readonly requireConsent: RequireConsent;
}

export async function openSessionConsent(
  hub: Promise<SessionHub>,
  { cwd, roots, tree = "machine" }: Pick<OpeningRequest, "cwd" | "roots"> & Partial<Pick<OpeningRequest, "tree">>,
  options: Pick<ToolsOptions, "services" | "environment" | "now"> & {
    /** Where results of lent tools are kept, if any are. */
    readonly outputFolder?: string;
  },
): Promise<SessionConsent> {
  const { environment, now = () => new Date() } = options;
  const isHere = tree === "machine";
  const { grants, rules = [], ownFolders: own } = await options.services();
  const [session, folder, floor] = await Promise.all([
    hub,
    isHere ? realpath(cwd).catch(() => cwd) : `client:${cwd}`,
    // What the client's folders hold is for the client to protect.
    findFloor({ roots: isHere ? roots : [], own, environment, home: homedir() }),
  ]);
  const kept = options.outputFolder === undefined ? [] : [keptOutputRules(options.outputFolder)];
  const policy = () => sessionPolicy({ floor, layers: [...kept, ...(session.rules ?? []), ...rules] });
  const requireConsent = createConsent({
    policy,
    grants: { session: memoryGrantStore(), always: grants },
    heedsApproval: () => true,
    folder,
    now,
  });
  return { session, policy, requireConsent };
}

export const UNREADABLE_RULES: Consent = {
  isAllowed: false,
  reason: "The rules of this session could not be read.",
};

/** For the tools of servers. */
export function createToolConsent(opening: Promise<SessionConsent>): RequireToolConsent {
  return async ({ server, tool }, args, ask) => {
    try {
      const { session, requireConsent } = await opening;
      const entry = session.catalogue.tools.find((each) => each.server === server && each.tool === tool);
      const spec = session.servers.find((each) => each.spec.name === server)?.spec;
      return await requireConsent({
        subjects: [{ type: "tool-call", server, tool, ...(entry && { name: entry.name }), arguments: args }],
        known: entry && spec ? { definition: entry.definition, serverKey: serverKey(spec) } : undefined,
        ask,
      });
    } catch {
      return UNREADABLE_RULES;
    }
  };
}

/**
 * Decides about a tool call by all that can be seen of it.
 *
 * The same act has two descriptions, the tool and what that does, and people write rules about either. What any rule
 * denies is denied. Otherwise a yes must come from the user: a rule or a grant that allows the tool, or that allows
 * every one of its acts. What we allow or ask by default yields to that, and never allows by itself.
 */

import {
  checkUrl,
  type Decision,
  decideWithGrants,
  defaultRules,
  type GrantContext,
  type KnownTool,
  strictest,
  type Subject,
  type ToolCallSubject,
} from "@tenon/policy";

import type { Evidence } from "./evidence.ts";

export interface CallContext extends Omit<GrantContext, "tool"> {
  /** What is known of a server's tool: without it, a grant holds for the name alone. */
  readonly knownTool?: ((call: ToolCallSubject) => KnownTool | undefined) | undefined;
}

export async function decideCall(evidence: Evidence, context: CallContext): Promise<Decision> {
  const tool = evidence.tool ? await decideSubject(evidence.tool, context) : NO_NAME;
  const acts = await Promise.all(evidence.acts.map((subject) => decideSubject(subject, context)));
  const mentions = await Promise.all(evidence.mentions.map((subject) => decideSubject(subject, context)));

  const hardest = strictest(tool, ...acts, ...mentions);
  if (hardest.effect === "deny") return hardest;
  const held = [tool, ...acts, ...mentions].find(
    (decision) => decision.effect === "ask" && (decision.isFloor || isUserDecision(decision)),
  );
  if (held) return held;
  if (tool.effect === "allow" && isUserDecision(tool) && !evidence.isGuessed) return tool;
  const [first] = acts;
  const areAllAllowed = acts.every((decision) => decision.effect === "allow" && isUserDecision(decision));
  if (first && areAllAllowed && evidence.unseen === undefined) return first;
  return whyAsked({ tool, acts, unseen: evidence.unseen });
}

const NO_NAME: Decision = {
  effect: "ask",
  reason: "This needs approval: the agent does not say which tool it is.",
  by: { type: "nothing" },
};

async function decideSubject(subject: Subject, context: CallContext): Promise<Decision> {
  const { policy, grants, folder, knownTool } = context;
  if (subject.type === "url") return checkUrl(subject, { policy, grants, folder, resolveHost: withoutLookup });
  const tool = subject.type === "tool-call" ? knownTool?.(subject) : undefined;
  return decideWithGrants(subject, { policy, grants, folder, tool });
}

/** No DNS lookup: the query alone would leak to a name server of the agent's choice. */
async function withoutLookup(host: string): Promise<readonly string[]> {
  return host === "localhost" || host.endsWith(".localhost") ? ["127.0.0.1"] : [];
}

function isUserDecision({ by }: Decision): boolean {
  return by.type === "grant" || (by.type === "rule" && by.layer !== defaultRules.name && by.rule.isFloor !== true);
}

/** With the reason that helps most: what is done, then the tool; and what is not shown. */
function whyAsked({
  tool,
  acts,
  unseen,
}: {
  readonly tool: Decision;
  readonly acts: readonly Decision[];
  readonly unseen: string | undefined;
}): Decision {
  const asked = [...acts, tool].find(({ effect }) => effect === "ask") ?? NO_NAME;
  return unseen === undefined ? asked : { ...asked, reason: `${asked.reason} ${unseen}` };
}

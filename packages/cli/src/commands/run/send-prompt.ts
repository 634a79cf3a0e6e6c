/**
 * Sends the prompt of a run and waits for the end of its turn.
 */

import { addAbortListener } from "node:events";

import type { AgentSession, ConnectedAgent } from "@tenon/client";
import { defined } from "@tenon/basis";
import type { Timeline } from "@tenon/timeline";

import { t } from "../../messages/t.ts";
import { attachmentBlock, attachmentNote } from "./input/attachments.ts";
import type { FileFailures } from "./ask/failed-changes.ts";
import type { Follower } from "./show/follow-session.ts";
import { FAILED_RECEIPT } from "../../timeline-view/entry-lines.ts";
import type { Progress, RunRequest, Surroundings } from "./run-request.ts";

export interface PromptParts extends Surroundings {
  readonly agent: ConnectedAgent;
  readonly session: AgentSession;
  readonly follower: Follower;
  readonly fileFailures: FileFailures;
  readonly isOwn: boolean;
}

/** Resolves with the stop reason. */
export async function sendPrompt(request: RunRequest, parts: PromptParts): Promise<string> {
  const { agent, session, follower, output, interruption, onProgress } = parts;
  const { signal } = interruption;
  using _ = addAbortListener(signal, () => output.setStatus(t("Cancelling; Ctrl-C again exits at once")));
  const accepts = agent.initialized.agentCapabilities?.promptCapabilities ?? {};
  const attached = request.attachments.map((attachment) => attachmentBlock(attachment, accepts));
  for (const attachment of request.attachments) {
    const note = attachmentNote(attachment, accepts);
    if (note !== undefined) output.warn(note);
  }
  const first = follower.timeline.entries.length;
  let stopReason: string;
  try {
    ({ stopReason } = await session.prompt([{ type: "text", text: request.prompt }, ...attached], { signal }));
  } finally {
    await follower.settled();
    output.setStatus(undefined);
    onProgress(summaryOf(follower.timeline, first));
  }
  const failedServers = failedOf(follower.timeline, request.servers.required);
  onProgress({ failedServers });
  for (const server of failedServers) {
    output.warn(
      t("The run failed because {server} could not be used. Pass it with --optional-server to continue without it.", {
        server,
      }),
    );
  }
  await reportFailedChanges(first, parts);
  return stopReason;
}

/** What the agent wrote since the prompt, and what it used. */
function summaryOf({ entries, state }: Timeline, first: number): Pick<Progress, "text" | "usage"> {
  const messages = entries.slice(first).flatMap((entry) => (entry.type === "agent-message" ? [entry.content] : []));
  const texts = messages.map((content) => content.map((block) => (block.type === "text" ? block.text : "")).join(""));
  return { text: texts.join("\n\n"), ...defined({ usage: state.usage }) };
}

/** The servers of these of which a receipt or, of our agent and our tools, a notice says that they cannot be used. */
function failedOf({ entries }: Timeline, servers: readonly string[]): readonly string[] {
  return servers.filter((name) =>
    entries.some(
      (entry) =>
        (entry.type === "receipt" && entry.server === name && FAILED_RECEIPT.test(entry.state)) ||
        (entry.type === "notice" && NOTICES.some((words) => entry.title === `${name} ${words}`)),
    ),
  );
}

const NOTICES = ["could not be connected", "needs you to sign in", "needs your trust"];

/** Our own agent gives its user the reason itself; a denial has been reported. */
async function reportFailedChanges(
  first: number,
  { isOwn, fileFailures, follower, denials, output, onProgress }: PromptParts,
): Promise<void> {
  const failed = isOwn ? [] : await fileFailures.failedChanges(follower.timeline.entries.slice(first));
  const failedChanges = failed.filter(({ reason }) => !denials.all.some((denied) => denied.reason === reason));
  for (const { title, reason } of failedChanges) output.warn(`${t("failed: {what}", { what: title })}\n  ${reason}`);
  onProgress({ failedChanges });
}

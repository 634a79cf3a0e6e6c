/**
 * The second connection: the same session again, in a process that has not seen it.
 */

import type { AgentSession } from "@tenon/client";

import type { Attitude } from "./client-services.ts";
import { promptFor } from "./model-story.ts";
import type { Recording } from "./recording.ts";
import { connect, sessionOptions, type Stage } from "./stage.ts";

export async function secondConnection(
  stage: Stage,
  options: { readonly sessionId: string; readonly recording: Recording },
): Promise<void> {
  const { sessionId, recording } = options;
  const { checks, model } = stage;
  const attitude: Attitude = { answer: "reject", asked: [], written: [] };
  const connected = await checks.run("initialize again", () => connect(stage, attitude, recording));
  if (!connected) return;
  let updates = 0;
  const counting = sessionOptions(stage, () => (updates += 1));
  const { loadSession, sessionCapabilities } = connected.initialized.agentCapabilities ?? {};
  if (loadSession) await checks.run("session/load", () => goOn(connected.loadSession(sessionId, counting)));
  else if (sessionCapabilities?.resume) {
    await checks.run("session/resume", () => goOn(connected.resumeSession(sessionId, counting)));
  }
  await checks.run("end again", () => connected.close());

  async function goOn(opening: Promise<AgentSession>): Promise<string> {
    const session = await opening;
    const replayed = updates;
    await session.prompt(promptFor("remember"));
    await session.close();
    if (!model.requests.at(-1)?.rawBody.includes("allowed.txt")) throw new Error("the model was sent no history");
    return `${replayed} updates, and the model was sent the history`;
  }
}

/**
 * Our client against a recorded agent: it does again what the client of the recording did, and folds what it receives.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { connectAgent, type AgentProgram, type AgentSession } from "@tenon/client";
import { readRecording, stdioRecording, type RecordedLine } from "@tenon/testkit/acp";
import { createTimeline, type Timeline, type TimelineEvent } from "@tenon/timeline";

import { recordedServices } from "./recorded-services.ts";

export interface Played {
  /** What was folded from events while they came. */
  readonly timeline: Timeline;
  readonly recording: readonly RecordedLine[];
  /** What went over the wire this time. */
  readonly live: readonly RecordedLine[];
}

interface Call {
  readonly method: string;
  readonly params: CallParameters;
  /** How many lines of the agent stand before it. */
  readonly after: number;
}

/** Everything that one of the calls takes. */
interface CallParameters {
  readonly sessionId: string;
  readonly modeId: string;
  readonly prompt: readonly { readonly type: "text"; readonly text: string }[];
  readonly mcpServers: readonly {
    name: string;
    command: string;
    args: string[];
    env: { name: string; value: string }[];
  }[];
}

export function recordingOf(name: string): { readonly file: string; readonly lines: readonly RecordedLine[] } {
  const file = fileURLToPath(new URL(`../fixtures/recordings/${name}.jsonl`, import.meta.url));
  return { file, lines: readRecording(readFileSync(file, "utf8")) };
}

/** `through` is what stands between the client and the recorded agent, given the agent's program. */
export async function playRecording(
  name: string,
  through: (program: AgentProgram) => AgentProgram = (program) => program,
): Promise<Played> {
  const { file, lines: recording } = recordingOf(name);
  const live: RecordedLine[] = [];
  const timeline = createTimeline();
  const heard = lineCount();
  const program = { ...stdioRecording(file), cwd: process.cwd(), env: { PATH: process.env["PATH"] } };
  await using agent = await connectAgent(through(program), {
    clientInfo: { name: "recordings", version: "1.0.0" },
    services: recordedServices(recording),
    record({ from, text }) {
      live.push({ from, text });
      if (from === "agent") heard.add();
    },
  });
  let session: AgentSession | undefined;
  let turn: Promise<unknown> | undefined;
  for (const call of callsOf(recording)) {
    // An agent speaks between turns too: the client was at another point if it prompts before it has heard all of it.
    await heard.reached(call.after);
    if (call.method !== "session/cancel") await turn;
    await make(call);
  }
  await turn;
  // Some agents report usage after the turn; what was recorded is handed on within the same step of the event loop.
  await heard.reached(recording.filter(({ from }) => from === "agent").length);
  await new Promise((done) => setImmediate(done));
  return { timeline, recording, live };

  async function make({ method, params }: Call): Promise<void> {
    switch (method) {
      case "session/new":
        session = await agent.newSession(optionsOf(params));
        return;
      case "session/load":
        session = await agent.loadSession(params.sessionId, optionsOf(params));
        return;
      case "session/set_mode":
        return session?.setMode(params.modeId);
      case "session/prompt":
        turn = session?.prompt(params.prompt);
        return;
      case "session/cancel":
        return session?.cancel();
      case "session/close":
        return session?.close();
    }
  }

  function optionsOf({ mcpServers }: CallParameters) {
    return { cwd: process.cwd(), mcpServers, onEvent: (event: TimelineEvent) => void timeline.add(event) };
  }
}

function callsOf(recording: readonly RecordedLine[]): readonly Call[] {
  let after = 0;
  return recording.flatMap(({ from, text }) => {
    if (from === "agent") after += 1;
    const message = JSON.parse(text) as Omit<Call, "after">;
    return from === "client" && message.method !== undefined ? [{ ...message, after }] : [];
  });
}

function lineCount() {
  let count = 0;
  let news = Promise.withResolvers<void>();
  return {
    add() {
      count += 1;
      news.resolve();
      news = Promise.withResolvers();
    },
    async reached(wanted: number) {
      for (;;) {
        if (count >= wanted) return;
        await news.promise;
      }
    },
  };
}

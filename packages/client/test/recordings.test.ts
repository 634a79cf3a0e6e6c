/**
 * Traffic of real agents, recorded by `tooling/real-agents`, played again against our client.
 *
 * Each did the same: it asked to write a file and was allowed, asked again and was denied, and was cancelled while it
 * talked. In a second recording, another process of it loaded that session.
 */

import { loadSchemaCheck, type RecordedLine } from "@tenon/testkit/acp";
import { foldRecords, type Entry, type Timeline, type ToolCallEntry } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { playRecording, recordingOf } from "./recordings/play-recording.ts";

interface Habits {
  readonly name: string;
  /** What the call that wrote the file has to show in the end. */
  readonly shows: "diff" | "content" | "terminal";
  /** How the denied turn ends: most go on, some stop. */
  readonly afterDenial: "end_turn" | "cancelled";
  /** Who closed the denied call. */
  readonly closesDenied: keyof typeof CLOSED_BY;
  /** Whether what the model said before a call is shown before it. */
  readonly says?: "before" | "after";
  /** What is not as the protocol's schema has it. */
  readonly deviations: readonly string[];
}

const CLOSED_BY = { agent: undefined, nobody: "turn-end", cancellation: "cancel" } as const;

const NO_FIELD = "a field that the protocol does not have";
const NO_METHOD = "a method that the protocol does not have";
const FORK = `initialize response /agentCapabilities/sessionCapabilities/fork: ${NO_FIELD}`;
const SYSTEM_PROMPT = `initialize response /agentCapabilities/sessionCapabilities/systemPrompt: ${NO_FIELD}`;
const MODELS = `session/new response /models: ${NO_FIELD}`;
const USAGE = `session/prompt response /usage: ${NO_FIELD}`;

/** Notices that agents put into the model's text. */
const ADDED = /^Info: .*?(?=That|$)|^Model metadata for .* cause issues\./;

const usual = { shows: "diff", afterDenial: "end_turn", closesDenied: "agent" } as const;

const agents: readonly Habits[] = [
  { ...usual, name: "claude", deviations: [FORK, SYSTEM_PROMPT, USAGE] },
  {
    ...usual,
    name: "codex",
    shows: "terminal",
    afterDenial: "cancelled",
    deviations: [
      FORK,
      `initialize response /agentCapabilities/sessionCapabilities/title: ${NO_FIELD}`,
      `initialize response /agentCapabilities/sessionCapabilities/subagents: ${NO_FIELD}`,
      SYSTEM_PROMPT,
      MODELS,
      USAGE,
    ],
  },
  {
    ...usual,
    name: "codex-zed",
    shows: "content",
    afterDenial: "cancelled",
    closesDenied: "cancellation",
    deviations: [
      `initialize response /authMethods/*/type: ${NO_FIELD}`,
      `initialize response /authMethods/*/vars: ${NO_FIELD}`,
    ],
  },
  { ...usual, name: "copilot", deviations: [USAGE] },
  { ...usual, name: "droid", deviations: [MODELS] },
  { ...usual, name: "gemini", closesDenied: "nobody", deviations: [MODELS] },
  { ...usual, name: "goose", deviations: [USAGE] },
  { ...usual, name: "kilo", shows: "content", says: "after", deviations: [FORK, USAGE] },
  { ...usual, name: "kimi", shows: "content", deviations: [FORK] },
  { ...usual, name: "opencode", shows: "content", deviations: [FORK, USAGE] },
  {
    ...usual,
    name: "qwen",
    deviations: [
      MODELS,
      `qwen/notify/session/mode-update notification : ${NO_METHOD}`,
      `craft/drainMidTurnQueue request : ${NO_METHOD}`,
      `qwen/notify/session/prompt-suggestion notification : ${NO_METHOD}`,
    ],
  },
];

describe.each(agents)("$name, recorded", ({ name, shows, afterDenial, closesDenied, says, deviations }) => {
  it("gives one timeline, in order, whether it is live, recorded just now or recorded then", async () => {
    const { timeline, recording, live } = await playRecording(name);
    expect(withoutTimes(foldRecords(live))).toEqual(withoutTimes(timeline));
    expect(withoutTimes(foldRecords(recording))).toEqual(withoutTimes(timeline));

    const [allowed = [], denied = [], cancelled = [], ...more] = turnsOf(timeline);
    expect(more).toEqual([]);
    const call = (ended: string) => (says === "after" ? [ended, "I will write."] : ["I will write.", ended]);
    expect(story(allowed)).toEqual([...call("completed allow_once"), "That is all.", "end_turn"]);
    expect(story(denied).filter((line) => line !== "That is all.")).toEqual([
      ...call("failed reject_once"),
      afterDenial,
    ]);
    expect(story(cancelled)).toEqual(["I begin ", "cancelled"]);

    expect(callIn(allowed).content.map(({ type }) => type)).toEqual([shows]);
    expect(callIn(denied).closedBy).toBe(CLOSED_BY[closesDenied]);
    expect(timeline.state.isTurnOpen).toBe(false);
  });

  it("is understood although not all of it is as the schema has it", () => {
    expect(deviationsIn(recordingOf(name).lines)).toEqual(deviations);
  });
});

describe.each(agents.filter(({ name }) => name !== "gemini"))("$name, loading its session", ({ name }) => {
  it("replays the whole history before what comes next", async () => {
    const { timeline, recording, live } = await playRecording(`${name}-load`);
    expect(withoutTimes(foldRecords(live))).toEqual(withoutTimes(timeline));
    expect(withoutTimes(foldRecords(recording))).toEqual(withoutTimes(timeline));
    const asked = timeline.entries.filter(({ type }) => type === "user-message").map(textOf);
    // Some put words of their own into the person's mouth, such as that the turn was interrupted.
    expect(asked.filter((text) => text.includes("[["))).toEqual([
      expect.stringContaining("allowed.txt"),
      expect.stringContaining("denied.txt"),
      expect.stringContaining("[[talk]]"),
      "Please [[remember]]",
    ]);
    expect(story(timeline.entries).slice(-2)).toEqual(["I remember.", "end_turn"]);
  });
});

describe("gemini, loading its session", () => {
  it("cannot, and we report its reason", async () => {
    await expect(playRecording("gemini-load")).rejects.toMatchObject({
      code: "agent_refused",
      message: expect.stringContaining("No previous sessions found for this project"),
    });
  });
});

/** What a person sees of it, without the words that agents add in notices and the like. */
function story(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.type === "agent-message") return [textOf(entry).replace(ADDED, "")].filter(Boolean);
    if (entry.type === "turn-end") return [entry.stopReason ?? "failed"];
    if (entry.type !== "tool-call") return [];
    const chosen = entry.permission?.options.find(({ optionId }) => optionId === entry.permission?.optionId);
    return [`${entry.status} ${chosen?.kind}`];
  });
}

function turnsOf({ entries }: Timeline): readonly (readonly Entry[])[] {
  const turns: Entry[][] = [];
  for (const entry of entries) {
    if (entry.type === "user-message") turns.push([]);
    turns.at(-1)?.push(entry);
  }
  return turns;
}

function callIn(entries: readonly Entry[]): ToolCallEntry {
  const call = entries.find((entry) => entry.type === "tool-call");
  if (!call) throw new Error("No call in this turn");
  return call;
}

function textOf(entry: Entry): string {
  if (!("content" in entry)) return "";
  return entry.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function withoutTimes({ entries }: Timeline) {
  return entries.map(({ at: _at, changedAt: _changedAt, ...rest }) => rest);
}

function deviationsIn(recording: readonly RecordedLine[]): readonly string[] {
  const conversation = recording.map(({ from, text }) => ({ from, message: JSON.parse(text) }));
  const violations = loadSchemaCheck()(conversation).filter(({ from }) => from === "agent");
  // Places in lists are many, and the fault is one.
  const faults = violations.map(({ what, path, problem }) => `${what} ${path.replaceAll(/\/\d+/g, "/*")}: ${problem}`);
  return [...new Set(faults)];
}

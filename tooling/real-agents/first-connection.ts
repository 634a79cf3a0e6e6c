/**
 * The first connection: a session with a server, a write that is allowed, one that is denied, and a cancelled turn.
 */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { AgentSession } from "@tenon/client";

import { arrival } from "./arrival.ts";
import type { Attitude } from "./client-services.ts";
import { CONTENT, promptFor } from "./model-story.ts";
import type { Recording } from "./recording.ts";
import { connect, sessionOptions, type Stage } from "./stage.ts";

/** Resolves with the session's id if there was one that can be loaded. */
export async function firstConnection(stage: Stage, recording: Recording): Promise<string | undefined> {
  const { agent, cwd, checks, story } = stage;
  const attitude: Attitude = { answer: "allow", asked: [], written: [] };
  const words = Promise.withResolvers<void>();
  const connected = await checks.run("initialize", () => connect(stage, attitude, recording));
  if (!connected) return undefined;
  try {
    const session = await checks.run("session/new", () => connected.newSession(sessionOptions(stage, heard)));
    if (!session) return undefined;
    if (agent.mode !== undefined) await checks.run("session/set_mode", () => session.setMode(agent.mode ?? ""));
    await checks.run("write, allowed", () => write(session, "allowed.txt"));
    await checks.run("server arrived", () => arrival(stage));
    attitude.answer = "reject";
    await checks.run("write, denied", () => write(session, "denied.txt"));
    await checks.run("cancel", () => cancel(session));
    await checks.run("session/close", () => session.close());
    return session.id;
  } finally {
    story.pause.open();
    await checks.run("end", () => connected.close());
  }

  function heard(text: string) {
    if (text.includes("I begin")) words.resolve();
  }

  async function write(session: AgentSession, name: string): Promise<string> {
    const path = join(cwd, name);
    const before = { asked: attitude.asked.length, written: attitude.written.length };
    const { stopReason } = await session.prompt(promptFor("write", path));
    const isAllowed = attitude.answer === "allow";
    if (attitude.asked.length === before.asked) throw new Error(`did not ask; wrote: ${existsSync(path)}`);
    if (existsSync(path) !== isAllowed) throw new Error(isAllowed ? "no file" : "wrote it all the same");
    if (isAllowed && (await readFile(path, "utf8")) !== CONTENT) throw new Error("the file has other content");
    const by = attitude.written.length > before.written ? ", through the client" : ", by itself";
    return `asked “${attitude.asked.at(-1)?.replaceAll(/\s+/g, " ")}”, ${stopReason}${isAllowed ? by : ""}`;
  }

  async function cancel(session: AgentSession): Promise<string> {
    const turn = session.prompt(promptFor("talk"));
    await Promise.race([words.promise, turn]);
    await session.cancel();
    const { stopReason } = await turn;
    if (stopReason !== "cancelled") throw new Error(`stopped with ${stopReason}`);
    return stopReason;
  }
}

/**
 * A scripted agent in a process of its own, and our client on it.
 *
 * Whatever a test does, everything that our client sent is held against the official schema in the end [R25].
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";
import { connectAgent, type AgentProgram, type ConnectedAgent, type ConnectOptions } from "@tenon/client";
import { type AgentScript, loadSchemaCheck, type RecordedMessage, stdioAgent } from "@tenon/testkit/acp";
import type { TimelineEvent } from "@tenon/timeline";
import { expect } from "vitest";

const check = loadSchemaCheck();
/** Only the unstable schema has servers of the client. */
const checkWithTools = loadSchemaCheck({ unstable: true });

export const clientInfo = { name: "test", version: "1.0.0" };

export interface Scripted extends AsyncDisposable {
  readonly agent: ConnectedAgent;
  readonly wire: Recording;
  readonly noise: readonly string[];
  readonly stderr: readonly string[];
}

/** Everything that was on the wire, in the order in which it was recorded. */
export interface Recording {
  readonly record: (record: { readonly from: "client" | "agent"; readonly text: string }) => void;
  readonly messages: readonly RecordedMessage[];
  readonly texts: readonly { readonly from: "client" | "agent"; readonly text: string }[];
  /** Params of the requests and notifications of a method that our client sent. */
  sent(method: string): readonly unknown[];
  /** Our answers to what the agent asked: results or errors. */
  answers(): readonly unknown[];
  /** Resolves when a message that fits has been recorded. */
  when(from: "client" | "agent", fits: (message: AnyMessage) => boolean): Promise<AnyMessage>;
  violations(): readonly unknown[];
}

export async function scripted(script: AgentScript, options: Partial<ConnectOptions> = {}): Promise<Scripted> {
  const wire = recording(objectOf(script.capabilities?.mcpCapabilities)["acp"] === true ? checkWithTools : check);
  const noise: string[] = [];
  const stderr: string[] = [];
  const agent = await connectAgent(program(script), {
    clientInfo,
    record: wire.record,
    onNoise: (line) => void noise.push(line),
    onStderr: (text) => void stderr.push(text),
    ...options,
  });
  return {
    agent,
    wire,
    noise,
    stderr,
    async [Symbol.asyncDispose]() {
      await agent.close();
      expect(wire.violations()).toEqual([]);
    },
  };
}

export function program(script: AgentScript): AgentProgram {
  const { command, args, env } = stdioAgent(script);
  return { command, args, cwd: "/", env: { PATH: process.env["PATH"], ...env } };
}

export function recording(violations = check): Recording {
  const messages: RecordedMessage[] = [];
  const texts: { from: "client" | "agent"; text: string }[] = [];
  const watchers = new Set<() => void>();
  return {
    messages,
    texts,
    record({ from, text }) {
      const message: AnyMessage = JSON.parse(text);
      messages.push({ from, message });
      texts.push({ from, text });
      for (const watcher of watchers) watcher();
    },
    sent: (method) =>
      messages.flatMap(({ from, message }) =>
        from === "client" && message && "method" in message && message.method === method ? [message.params] : [],
      ),
    answers: () =>
      messages.flatMap(({ from, message }) => {
        if (from !== "client" || !message || "method" in message) return [];
        return "result" in message ? [message.result] : [message.error];
      }),
    when: (from, fits) =>
      new Promise((resolve) => {
        const watcher = () => {
          const found = messages.find((entry) => entry.from === from && entry.message && fits(entry.message));
          if (!found?.message) return;
          watchers.delete(watcher);
          resolve(found.message);
        };
        watchers.add(watcher);
        watcher();
      }),
    violations: () => violations(messages).filter(({ from }) => from === "client"),
  };
}

/** Fits a request or notification of this method. */
export function calls(method: string): (message: AnyMessage) => boolean {
  return (message) => "method" in message && message.method === method;
}

/** The text of the agent's messages among these events. */
export function saidIn(events: readonly TimelineEvent[]): string {
  return events
    .flatMap((event) => {
      if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") return [];
      const { content } = event.update as { content: { type: string; text?: string } };
      return content.type === "text" ? [content.text ?? ""] : [];
    })
    .join("");
}

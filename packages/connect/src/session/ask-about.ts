/**
 * Asks the user about a file or a command of this machine that the agent over there wants.
 */

import { objectOf } from "@tenon/basis";
import { type Choice, type Subject, visibleLine } from "@tenon/policy";
import type { SessionClient } from "@tenon/proxy";

import { type Act, titleOf } from "./approved-acts.ts";

export interface AskAboutOptions {
  readonly client: SessionClient;
  /** Who asks: the agent and the gateway. */
  readonly asker: string;
  readonly newId: () => string;
  readonly subject: Subject;
  readonly act: Act | undefined;
  /** The session's folder. */
  readonly cwd: string;
  readonly choices: readonly Choice[];
  readonly signal: AbortSignal;
}

/** Undefined if they choose none; rejects if they cannot be asked. */
export async function askAbout(options: AskAboutOptions): Promise<Choice | undefined> {
  const { client, asker, choices, signal } = options;
  const toolCall = {
    toolCallId: `tenon-${options.newId()}`,
    status: "pending",
    ...shown(options),
  };
  const content = [{ type: "content", content: { type: "text", text: asker } }];
  const answer = await client.ask(
    "session/request_permission",
    {
      toolCall: { ...toolCall, content },
      options: choices.map(({ id, name, kind }) => ({ optionId: id, name, kind })),
      // A client with rules and a memory of its own must not keep the answer a second time.
      _meta: { tenon: { remembersAnswer: true } },
    },
    { signal },
  );
  // An answer after a cancel is not consent.
  signal.throwIfAborted();
  const { outcome, optionId } = objectOf(objectOf(answer)["outcome"]);
  return outcome === "selected" ? choices.find(({ id }) => id === optionId) : undefined;
}

function shown({ subject, act, cwd }: AskAboutOptions): object {
  if (act?.type === "run" && subject.type === "command")
    return { title: titleOf([act], cwd), kind: "execute", rawInput: { command: act.line } };
  if (subject.type !== "path") return { title: "Run a command", kind: "execute" };
  const kind = subject.access === "read" ? "read" : "edit";
  return {
    title: `${kind === "read" ? "Read" : "Write"} ${visibleLine(subject.path)}`,
    kind,
    locations: [{ path: subject.path }],
  };
}

/**
 * Prompts that are not in their sessions yet, kept beside the drafts: a reload must not lose what was written.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { defined, objectOf, readArray, stringOf } from "@tenon/basis";
import { isContentBlock } from "@tenon/timeline";

import { storedJson } from "../shell/stored-json.ts";
import type { QueuedPrompt, QueueState } from "./prompt-queue.ts";

export interface KeptPrompts {
  load(): QueueState["bySession"];
  keep(bySession: QueueState["bySession"]): void;
}

const KEY = "tenon.queue";

export function keptPrompts(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): KeptPrompts {
  const stored = storedJson(storage, KEY);
  return {
    load() {
      const queues = Object.entries(objectOf(stored.read()));
      return Object.fromEntries(queues.map(([id, queue]) => [id, readArray(queue, readPrompt)]));
    },
    keep: (bySession) => stored.write(Object.keys(bySession).length === 0 ? undefined : bySession),
  };
}

/**
 * A prompt in flight may have arrived, and a duplicated tab may send what waited here: both become unsure, and the session's
 * feed decides.
 */
function readPrompt(value: unknown): QueuedPrompt | undefined {
  const { id, content, phase, error } = objectOf(value);
  const promptId = stringOf(id);
  const blocks = readArray(content, (block): ContentBlock | undefined => (isContentBlock(block) ? block : undefined));
  if (promptId === undefined || blocks.length === 0) return undefined;
  if (phase !== "failed" && phase !== "stopped") return { id: promptId, content: blocks, phase: "unsure" };
  return { id: promptId, content: blocks, phase, ...defined({ error: stringOf(error) }) };
}

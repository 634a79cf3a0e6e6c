import { objectOf, stringOf } from "@tenon/basis";
import type { ToolCallEntry } from "@tenon/timeline";

export interface CallProgress {
  readonly text: string;
  /** From 0 to 1, if there is a total. */
  readonly share?: number;
}

const MAX_LENGTH = 80;

/** The progress of a running call, if its content is one short line such as `Indexing (3 of 10)`. */
export function progressOf({ content }: ToolCallEntry): CallProgress | undefined {
  const part = content.length === 1 ? content[0] : undefined;
  if (part?.type !== "content" || !("content" in part)) return undefined;
  const text = stringOf(objectOf(part.content)["text"]) ?? "";
  if (text === "" || text.length > MAX_LENGTH || text.includes("\n")) return undefined;
  const [, done, all] = /(?:^|\()(\d+(?:\.\d+)?) of (\d+(?:\.\d+)?)\)?$/u.exec(text) ?? [];
  const share = Number(done) / Number(all);
  return Number.isFinite(share) ? { text, share: Math.min(1, Math.max(0, share)) } : { text };
}

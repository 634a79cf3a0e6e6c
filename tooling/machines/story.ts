/**
 * What happens in a turn: the model calls the ledger, or the desk, once and then says a known number of numbered words.
 */

import { type Answer, delay, type ModelRequest, text, toolCall } from "@tenon/testkit/model";

export const WORDS = 12;
const PAUSE_MS = 60;

/** A turn is named in its prompt, as `turn s3-c7-12`. */
export function promptOf(turn: string): string {
  return `turn ${turn}`;
}

function turnIn(prompt: string): string | undefined {
  // A prompt that was interrupted before its answer began is in the same message as the next one.
  return [...prompt.matchAll(/turn (s\d+-c\d+-\d+)/g)].at(-1)?.[1];
}

/** The model: a function of the conversation alone, so that it says the same to every machine. */
export function answerTo({ messages }: ModelRequest): Answer {
  const asked = messages.findLastIndex((message) => roleOf(message) === "user");
  const turn = turnIn(JSON.stringify(messages[asked]));
  if (turn === undefined) return text("There is no turn.");
  if (asked === messages.length - 1) return [text(`${turn}.0 `), delay(PAUSE_MS), toolCall(toolOf(turn), { turn })];
  return Array.from({ length: WORDS }, (_, index) => [text(`${turn}.${index + 1} `), delay(PAUSE_MS)]).flat();
}

/** Every other session has a server process of its own. */
function toolOf(turn: string): string {
  return /^s\d*[13579]-/.test(turn) ? "mcp__desk__note" : "mcp__ledger__note";
}

export interface Word {
  readonly turn: string;
  readonly number: number;
}

/** Finds the words in text that comes in pieces. */
export function createWordReader(onWord: (word: Word) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    rest += piece;
    const end = rest.lastIndexOf(" ") + 1;
    for (const [, turn = "", number] of rest.slice(0, end).matchAll(/(s\d+-c\d+-\d+)\.(\d+) /g)) {
      onWord({ turn, number: Number(number) });
    }
    rest = rest.slice(end);
  };
}

function roleOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "role" in message ? message.role : undefined;
}

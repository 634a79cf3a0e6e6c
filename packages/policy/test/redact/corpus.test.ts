import { describe, expect, it } from "vitest";

import { createRecordRedaction, createRedactor } from "../../src/index.ts";
import { harmless, kinds, planted } from "./corpus.ts";

const { redact } = createRedactor();

describe("[M11] the corpus of planted secrets", () => {
  it("has at least 150 secrets of 50 kinds and 150 texts without one", () => {
    expect(kinds.length).toBeGreaterThanOrEqual(50);
    expect(planted.length).toBeGreaterThanOrEqual(150);
    expect(harmless.length).toBeGreaterThanOrEqual(150);
  });

  it("is redacted whole, by shape alone", () => {
    expect(planted.filter(({ text, secret }) => isLeft(secret, redact(text)))).toEqual([]);
  });

  it("leaves every harmless text as it is", () => {
    expect(harmless.filter((text) => redact(text) !== text)).toEqual([]);
  });

  it("[H6] is redacted whole however the text is cut into pieces", () => {
    const kept = [1, 3, 7, 16].flatMap((length) =>
      planted.filter(({ text, secret }) => isLeft(secret, recorded(piecesOf(`${text}\n`, length)))),
    );
    expect(kept).toEqual([]);
  });

  it("[H6] leaves every harmless text as it is however it is cut into pieces", () => {
    const changed = [1, 3, 7, 16].flatMap((length) =>
      harmless.filter((text) => recorded(piecesOf(`${text}\n`, length)) !== `${text}\n`),
    );
    expect(changed).toEqual([]);
  });
});

/** Whether a part of its second half is: the beginning of many says only what it is. */
function isLeft(secret: string, text: string): boolean {
  const half = Math.floor(secret.length / 2);
  const length = Math.min(8, secret.length - half);
  const parts = Array.from({ length: secret.length - half - length + 1 }, (_, at) =>
    secret.slice(half + at, half + at + length),
  );
  return parts.some((part) => text.includes(part));
}

function piecesOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

/** The text of a message as the records have it. */
function recorded(pieces: readonly string[]): string {
  const session = createRecordRedaction().open();
  const records = pieces.flatMap((text) => session.take([{ from: "agent", text: chunk(text) }]));
  return [...records, ...session.flush()].map(({ text }) => JSON.parse(text).params.update.content.text).join("");
}

function chunk(text: string): string {
  const update = { sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "text", text } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } });
}

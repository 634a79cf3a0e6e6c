/**
 * Finds the messages in what an agent writes to stdout [R1].
 *
 * Banners, logs (also those in JSON), progress bars and blank lines are tolerated: they are noise, reported and never
 * answered, because agents have choked on errors that they did not expect [B-02, B-10].
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { type ByteLines, createByteLines, parseMessage } from "@tenon/basis";

import { decodeUtf8 } from "./decode-utf8.ts";
import { beginDraft, type MessageDraft } from "./message-draft.ts";
import { isMessage } from "./wire-message.ts";

export interface MessageReaderOptions {
  /** The largest message, in bytes. */
  readonly maxBytes: number;
  /** With its text, and its line as it stood on the wire; one that was spread over several lines has none. */
  onMessage(message: AnyMessage, text: string, line: Uint8Array | undefined): void;
  onNoise(line: string): void;
  /** A line over the limit, of which only the beginning is left. */
  onTooLong(head: string): void;
}

/** The chunks that it reads are not to be used by others. */
export function createMessageReader(options: MessageReaderOptions): ByteLines {
  const { maxBytes, onMessage, onNoise, onTooLong } = options;
  let draft: MessageDraft | undefined;
  const splitter = createByteLines({
    maxBytes,
    ownsChunks: true,
    onLine: (line) => readLine(withoutLineFeed(decodeUtf8(line)), line),
    onTooLong: (head) => onTooLong(decodeUtf8(head)),
  });
  return {
    push: (chunk) => splitter.push(chunk),
    end() {
      splitter.end();
      giveUpDraft();
    },
  };

  function readLine(line: string, bytes: Uint8Array) {
    const text = line.trim();
    if (text === "") return;
    const message = messageIn(text);
    if (message) {
      giveUpDraft();
      onMessage(message, text, bytes);
    } else if (draft) {
      continueDraft(line, bytes);
    } else {
      draft = beginDraft(line, { maxBytes });
      if (!draft) onNoise(line);
    }
  }

  function continueDraft(line: string, bytes: Uint8Array) {
    const state = draft?.add(line);
    if (state === "open") return;
    if (state === "broken") {
      giveUpDraft();
      readLine(line, bytes);
      return;
    }
    const text = draft?.lines.join("\n") ?? "";
    const message = messageIn(text.trim());
    if (!message) return giveUpDraft();
    draft = undefined;
    onMessage(message, text, undefined);
  }

  function giveUpDraft() {
    for (const line of draft?.lines ?? []) onNoise(line);
    draft = undefined;
  }
}

function messageIn(text: string): AnyMessage | undefined {
  const value = text.startsWith("{") ? parseMessage(text) : undefined;
  return isMessage(value) ? value : undefined; // Noise, or the first line of several.
}

function withoutLineFeed(line: string): string {
  return line.endsWith("\n") ? line.slice(0, -1) : line;
}

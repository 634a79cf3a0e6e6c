/**
 * A piece of a text that is streamed, in a record of a session: an answer, a thought, a prompt that is replayed, the output
 * of a terminal.
 */

import { type JsonObject, objectOf } from "@tenon/basis";

export interface Piece {
  /** The text that it is a piece of. */
  readonly key: string;
  readonly text: string;
  /** The record, with another text instead of this one. */
  withText(text: string): string;
}

/** Undefined if the message is not one. */
export function readPiece(from: string, message: unknown): Piece | undefined {
  return from === "tenon" ? readOutput(objectOf(message)) : readUpdate(objectOf(message));
}

function readOutput(event: JsonObject): Piece | undefined {
  const { type, terminalId, text } = event;
  if (type !== "terminal-output" || typeof text !== "string") return undefined;
  return {
    key: `output ${String(terminalId)}`,
    text,
    withText: (other) => JSON.stringify({ ...event, text: other }),
  };
}

function readUpdate(message: JsonObject): Piece | undefined {
  const params = objectOf(message["params"]);
  const update = objectOf(params["update"]);
  const { sessionUpdate, messageId } = update;
  const withUpdate = (changed: JsonObject) => JSON.stringify({ ...message, params: { ...params, update: changed } });
  const content = objectOf(update["content"]);
  if (typeof sessionUpdate === "string" && sessionUpdate.endsWith("_chunk") && typeof content["text"] === "string") {
    return {
      key: `${sessionUpdate} ${String(messageId)}`,
      text: content["text"],
      withText: (text) => withUpdate({ ...update, content: { ...content, text } }),
    };
  }
  // How some agents stream the output of commands that they run themselves.
  const meta = objectOf(update["_meta"]);
  const output = objectOf(meta["terminal_output"]);
  if (typeof output["data"] !== "string") return undefined;
  return {
    key: `output ${String(output["terminal_id"])}`,
    text: output["data"],
    withText: (data) => withUpdate({ ...update, _meta: { ...meta, terminal_output: { ...output, data } } }),
  };
}

/**
 * A piece of a text that is streamed, in a record of a session: an answer, a thought, a prompt that is replayed, the output
 * of a terminal.
 */

import { type JsonObject, objectOf, parseJson } from "@tenon/basis";

export interface Piece {
  /** The text that it is a piece of. */
  readonly key: string;
  readonly text: string;
  /** The record, with another text in the place of this one. */
  withText(text: string): string;
}

const PIECE =
  /"sessionUpdate":"(?:agent_message|agent_thought|user_message)_chunk"|"terminal_output"|^\{"type":"terminal-output"/;

/** Undefined if the record is none. */
export function readPiece({ from, text }: { readonly from: string; readonly text: string }): Piece | undefined {
  if (!PIECE.test(text)) return undefined;
  const record = objectOf(parseJson(text));
  return from === "tenon" ? readOutput(record) : readUpdate(record);
}

function readOutput(record: JsonObject): Piece | undefined {
  const { type, terminalId, text } = record;
  if (type !== "terminal-output" || typeof text !== "string") return undefined;
  return {
    key: `output ${String(terminalId)}`,
    text,
    withText: (other) => JSON.stringify({ ...record, text: other }),
  };
}

function readUpdate(record: JsonObject): Piece | undefined {
  const params = objectOf(record["params"]);
  const update = objectOf(params["update"]);
  const { sessionUpdate, messageId } = update;
  const withUpdate = (changed: JsonObject) => JSON.stringify({ ...record, params: { ...params, update: changed } });
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

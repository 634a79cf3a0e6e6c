/**
 * Takes secrets out of the records of sessions: what is known as a secret first, then what has the shape of one.
 *
 * It redacts the stream and not the piece. Of an answer or an output that comes in pieces a record may lack its end, if
 * that may be the beginning of a secret; the next record of the same text has it, or one more that is written when the text
 * ends; what then still is the beginning of a secret is hidden. So no secret is in the records whole.
 */

import { isObject, objectOf, parseJson } from "@tenon/basis";

import { createRedactor } from "./redactor.ts";
import { givenIn } from "./given-in.ts";
import { readPiece } from "./read-piece.ts";
import { secretsOf } from "./secrets-of.ts";
import { MARKER } from "./spans.ts";
import { createTextEnds, type Ends } from "./text-ends.ts";
import { createTextStream, type TextStream } from "./text-stream.ts";

/** A message of the wire, or an event of ours, as JSON. */
export interface RedactableRecord {
  readonly from: string;
  readonly text: string;
  /** The text, parsed, if it has been already. Absent from a record whose text was changed. */
  readonly message?: unknown;
}

export interface RecordRedaction {
  /** A text of its own: a title. */
  redact(text: string): string;
  /** From now on these are hidden too, in every session. */
  hide(secrets: Iterable<string>): void;
  /** For the records of one session. */
  open(): SessionRedaction;
}

export interface SessionRedaction {
  /**
   * The records without secrets, one for each and in order. Before them stand records with what was withheld of earlier
   * ones, if these end it.
   */
  take<Given extends RedactableRecord>(records: readonly Given[]): readonly Given[];
  /** A record for each text of which something is withheld: nothing more of it will come. */
  flush(): readonly RedactableRecord[];
}

interface OpenText {
  readonly stream: TextStream;
  /** The last record of it, which another one can be made of. */
  record: RedactableRecord;
  /** The record, with this text in the place of its own. */
  withText: (text: string) => string;
}

export function createRecordRedaction({ secrets = [] }: { readonly secrets?: Iterable<string> } = {}): RecordRedaction {
  const redactor = createRedactor({ secrets });
  return { redact: redactor.redact, hide: redactor.add, open };

  function open(): SessionRedaction {
    const texts = new Map<string, OpenText>();
    const ends = createTextEnds();
    return { take, flush: () => end([...texts.keys()]).map(({ record }) => record) };

    function take<Given extends RedactableRecord>(records: readonly Given[]): readonly Given[] {
      const before: Given[] = [];
      const result: Given[] = [];
      // Where in the result the last record of a text stands: it is not written yet, and can still be completed.
      const placeOf = new Map<OpenText, { readonly index: number; readonly given: string }>();
      for (const record of records) {
        const message = record.message ?? parseJson(record.text);
        const isGrowing = growsWith(message);
        learn(message);
        const piece = readPiece(record.from, message);
        for (const ended of endOthers(piece?.key, ends.see(record.from, message))) {
          const place = placeOf.get(ended.open);
          const last = place && result[place.index];
          if (!last) before.push({ ...record, ...ended.record });
          else result[place.index] = withText(last, redactJson(ended.open.withText(place.given + ended.rest)));
        }
        if (!piece) {
          result.push(withText(record, redactJson(record.text, isGrowing)));
          continue;
        }
        const open = texts.get(piece.key) ?? { stream: createTextStream(redactor), ...piece, record };
        texts.set(piece.key, open);
        open.record = record;
        open.withText = piece.withText;
        const given = open.stream.push(piece.text);
        placeOf.set(open, { index: result.length, given });
        const text = given === piece.text ? record.text : piece.withText(given);
        result.push(withText(record, redactJson(text, isGrowing)));
      }
      return [...before, ...result];
    }

    /** Pieces of one message follow each other; what comes between outputs of terminals does not end them. */
    function endOthers(key: string | undefined, ended: Ends): readonly Ended[] {
      if (key === undefined && ended === "none") return [];
      if (key !== undefined && isOutput(key)) return [];
      const isAll = key === undefined && ended === "all";
      return end([...texts.keys()].filter((other) => other !== key && (isAll || !isOutput(other))));
    }

    function end(keys: readonly string[]): readonly Ended[] {
      return keys.flatMap((key) => {
        const open = texts.get(key);
        texts.delete(key);
        const rest = open?.stream.flush() ?? "";
        if (!open || rest === "") return [];
        const record = { from: open.record.from, text: redactJson(open.withText(rest)), message: undefined };
        return [{ open, rest, record }];
      });
    }
  }

  /** Every value that a server is given is known from then on. */
  function learn(message: unknown): void {
    for (const given of givenIn(message)) redactor.add(secretsOf(given));
  }

  /** By its fields: out of the text of JSON, some secrets would go together with a quote or a brace. */
  function redactJson(text: string, isGrowing = false): string {
    const isLarge = text.length > LARGE;
    if (!isLarge && !isGrowing && !ESCAPES.test(text) && !redactor.mayFind(text)) return text;
    // The text and not the message it came with: what is written is what was read here.
    const message = parseJson(text);
    if (message === undefined) return redactor.redact(text);
    const redacted = JSON.stringify(redactor.redactValue(isGrowing ? withoutOpenEnds(message) : message));
    // Written anew only if something was hidden: large numbers and the order of fields would not survive it.
    return redacted === JSON.stringify(message) ? text : redacted;
  }

  /** Of what is sent again when it has grown, the end may be the beginning of a known secret. */
  function withoutOpenEnds(value: unknown, depth = 0): unknown {
    if (typeof value === "string") {
      const open = redactor.openFrom(value);
      return open < value.length ? value.slice(0, open) + MARKER : value;
    }
    if (depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return value.map((item) => withoutOpenEnds(item, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutOpenEnds(item, depth + 1)]));
  }
}

interface Ended {
  readonly open: OpenText;
  readonly rest: string;
  readonly record: RedactableRecord;
}

const MAX_DEPTH = 64;

// To parse it is quicker than to search it twice, and most of it is base64, which is not searched.
const LARGE = 1024 * 1024;

/** A tool call that runs, and the output of a terminal whose command runs: sent whole again and again. */
function growsWith(message: unknown): boolean {
  const { params, result } = objectOf(message);
  if (isObject(result)) return typeof result["output"] === "string";
  const { sessionUpdate, status } = objectOf(objectOf(params)["update"]);
  return sessionUpdate === "tool_call_update" && status !== "completed" && status !== "failed";
}

function withText<Given extends RedactableRecord>(record: Given, text: string): Given {
  return text === record.text ? record : { ...record, text, message: undefined };
}

/** Escapes that hide a value from a search in the text. */
const ESCAPES = /\\u00[2-7]|\\\//;

function isOutput(key: string): boolean {
  return key.startsWith("output ");
}

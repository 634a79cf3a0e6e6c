/**
 * Takes secrets out of the records of one session.
 *
 * It redacts the stream and not the piece. Of an answer or an output that comes in pieces a record may lack its end, if
 * that may be the beginning of a secret; the next record of the same text has it, or one more that is written when the
 * text ends; what then still is the beginning of a secret is hidden. So no secret is in the records whole.
 */

import { parseJson } from "@tenon/basis";

import { readPiece } from "./read-piece.ts";
import { redactInTurns } from "./redact-in-turns.ts";
import { growsWith, redactRecord } from "./redact-record.ts";
import { createRedactor, type Redactor } from "./redactor.ts";
import { givenIn, secretsOf } from "./secrets-of.ts";
import { createTextEnds, type Ends } from "./text-ends.ts";
import { createTextStream, type TextStream } from "./text-stream.ts";

/** A message of the wire, or an event of ours, as JSON. */
export interface RedactableRecord {
  readonly from: string;
  readonly text: string;
  /** The text, parsed, if it has been already. Absent from a record whose text was changed. */
  readonly message?: unknown;
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

export interface RecordRedaction {
  /** A text of its own: a title. */
  redact(text: string): string;
  /** One that may be long: while it is redacted, everything else goes on. */
  redactInTurns(text: string): Promise<string>;
  /** From now on these are hidden too, in every session. */
  hide(secrets: Iterable<string>): void;
  /** For the records of one session. */
  open(): SessionRedaction;
}

/** Takes out what is known as a secret first, then what has the shape of one. */
export function createRecordRedaction({ secrets = [] }: { readonly secrets?: Iterable<string> } = {}): RecordRedaction {
  const redactor = createRedactor({ secrets });
  return {
    redact: redactor.redact,
    redactInTurns: async (text) => await redactInTurns(text, redactor),
    hide: redactor.add,
    open: () => createSessionRedaction(redactor),
  };
}

interface OpenText {
  readonly stream: TextStream;
  /** The last record of it, which another one can be made of. */
  record: RedactableRecord;
  /** The record, with this text instead of its own. */
  withText: (text: string) => string;
}

interface Ended {
  readonly open: OpenText;
  readonly rest: string;
  readonly record: RedactableRecord;
}

function createSessionRedaction(redactor: Redactor): SessionRedaction {
  const texts = new Map<string, OpenText>();
  const ends = createTextEnds();
  return { take, flush: () => end([...texts.keys()]).map(({ record }) => record) };

  function take<Given extends RedactableRecord>(records: readonly Given[]): readonly Given[] {
    const before: Given[] = [];
    const result: Given[] = [];
    // Where in the result the last record of a text stands: it is not written yet, and can still be completed.
    const unwritten = new Map<OpenText, { readonly index: number; readonly given: string }>();
    for (const record of records) {
      const message = record.message ?? parseJson(record.text);
      const isGrowing = growsWith(message);
      // Every value that a server is given is known from then on.
      for (const given of givenIn(message)) redactor.add(secretsOf(given));
      const piece = readPiece(record.from, message);
      for (const ended of endOthers(piece?.key, ends.see(record.from, message))) {
        const completed = unwritten.get(ended.open);
        const last = completed && result[completed.index];
        if (!last) before.push({ ...record, ...ended.record });
        else
          result[completed.index] = withText(
            last,
            redactRecord(ended.open.withText(completed.given + ended.rest), redactor),
          );
      }
      if (!piece) {
        result.push(withText(record, redactRecord(record.text, redactor, isGrowing)));
        continue;
      }
      const open = texts.get(piece.key) ?? { stream: createTextStream(redactor), ...piece, record };
      texts.set(piece.key, open);
      open.record = record;
      open.withText = piece.withText;
      const given = open.stream.push(piece.text);
      unwritten.set(open, { index: result.length, given });
      const text = given === piece.text ? record.text : piece.withText(given);
      result.push(withText(record, redactRecord(text, redactor, isGrowing)));
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
      return [{ open, rest, record: finalRecord(open, rest, redactor) }];
    });
  }
}

/** A record of its own for the end of a text. */
function finalRecord({ record, withText }: OpenText, rest: string, redactor: Redactor): RedactableRecord {
  return { from: record.from, text: redactRecord(withText(rest), redactor), message: undefined };
}

function withText<Given extends RedactableRecord>(record: Given, text: string): Given {
  return text === record.text ? record : { ...record, text, message: undefined };
}

function isOutput(key: string): boolean {
  return key.startsWith("output ");
}

/**
 * What a scripted server saw, in order, and a way to wait for it.
 *
 * Waiting never misses: a record that is already there counts.
 */

import { isObject, type JsonObject } from "@tenon/basis";

export type ServerEvent =
  /** A process of the server is up. A server over HTTP starts once, and again with every restart. */
  | { readonly type: "start"; readonly pid: number; readonly role: "server" | "grandchild" }
  /** A message of the client, as it came. */
  | { readonly type: "message"; readonly message: JsonObject }
  /** Something of the client that was no message. */
  | { readonly type: "unreadable"; readonly text: string }
  | CallStartEvent
  | {
      readonly type: "call-cancel";
      readonly tool: string;
      readonly call: number;
      readonly by: "message" | "disconnect";
    }
  | { readonly type: "call-end"; readonly tool: string; readonly call: number }
  /** The client's answer to something the server asked: elicitation, sampling, roots. */
  | { readonly type: "client-answer"; readonly method: string; readonly answer: unknown }
  /** A stream for notifications is open: a GET, or `subscriptions/listen`. */
  | { readonly type: "listener-join"; readonly session?: string }
  | { readonly type: "listener-leave"; readonly session?: string }
  | HttpRequestEvent
  | { readonly type: "input-end" }
  /** A process ends by itself, because its input has ended. */
  | { readonly type: "end" }
  | { readonly type: "signal"; readonly name: string };

interface CallStartEvent {
  readonly type: "call-start";
  readonly tool: string;
  /** How often this tool was called, this call included. */
  readonly call: number;
  readonly arguments: JsonObject;
}

interface HttpRequestEvent {
  readonly type: "http-request";
  readonly httpMethod: string;
  readonly path: string;
  /** Names in lower case; a header that came twice has both values, with a comma between. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `start` says in which start of the server it happened, counted from 1. */
export type ServerRecord = ServerEvent & { readonly start: number };

export type RecordOf<Type extends ServerEvent["type"]> = Extract<ServerRecord, { readonly type: Type }>;

export interface Recorder {
  readonly records: readonly ServerRecord[];
  add(record: ServerRecord): void;
  /** The first record of a type, past or to come, that fits. Rejects when the recorder is closed before. */
  until<Type extends ServerEvent["type"]>(
    type: Type,
    fits?: (record: RecordOf<Type>) => boolean,
  ): Promise<RecordOf<Type>>;
  close(): void;
}

interface Wait {
  take(record: ServerRecord): boolean;
  giveUp(): void;
}

export function createRecorder(): Recorder {
  const records: ServerRecord[] = [];
  const waits = new Set<Wait>();
  let isClosed = false;

  return { records, add, until, close };

  function add(record: ServerRecord): void {
    records.push(record);
    for (const wait of waits) if (wait.take(record)) waits.delete(wait);
  }

  function until<Type extends ServerEvent["type"]>(type: Type, fits: (record: RecordOf<Type>) => boolean = () => true) {
    return new Promise<RecordOf<Type>>((resolve, reject) => {
      const take = (record: ServerRecord) => {
        if (!isOfType(record, type) || !fits(record)) return false;
        resolve(record);
        return true;
      };
      const giveUp = () => reject(new Error(`The server was closed before "${type}" happened`));
      if (records.some(take)) return;
      if (isClosed) giveUp();
      else waits.add({ take, giveUp });
    });
  }

  function close(): void {
    isClosed = true;
    for (const wait of waits) wait.giveUp();
    waits.clear();
  }
}

/** Whether a value that came over the control socket is a record. Ours sent it, so its type is proof enough. */
export function isServerRecord(value: unknown): value is ServerRecord {
  return isObject(value) && typeof value["type"] === "string" && typeof value["start"] === "number";
}

function isOfType<Type extends ServerEvent["type"]>(record: ServerRecord, type: Type): record is RecordOf<Type> {
  return record.type === type;
}

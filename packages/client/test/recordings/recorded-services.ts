/**
 * A client's services that answer what the client of a recording answered, in the same order.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import type { ClientServices } from "@tenon/client";
import type { RecordedLine } from "@tenon/testkit/acp";

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export function recordedServices(recording: readonly RecordedLine[]): ClientServices {
  const messages = recording.map(({ from, text }) => ({ from, message: JSON.parse(text) as Message }));
  const left = new Map<string, Message[]>();
  for (const { from, message } of messages) {
    if (from !== "agent" || message.method === undefined || message.id === undefined) continue;
    const answer = messages.find((other) => {
      return other.from === "client" && other.message.method === undefined && other.message.id === message.id;
    });
    if (answer) left.set(message.method, [...(left.get(message.method) ?? []), answer.message]);
  }
  const advertisesFiles = recording[0]?.text.includes('"readTextFile":true');

  return {
    permissions: () => next("session/request_permission"),
    ...(advertisesFiles && {
      files: () => ({
        read: () => next("fs/read_text_file"),
        write: () => next("fs/write_text_file"),
      }),
    }),
  };

  async function next<Result>(method: string): Promise<Result> {
    const answer = left.get(method)?.shift();
    if (!answer) throw new Error(`The recording has no further answer to ${method}`);
    if (answer.error) throw new RequestError(answer.error.code, answer.error.message, answer.error.data);
    return answer.result as Result;
  }
}

/**
 * What the rehearsal's client does for an agent: it answers every question in one way, and reads and writes files.
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { openFiles, type ClientServices, type FileAccess, type SessionContext } from "@tenon/client";

export interface Attitude {
  answer: "allow" | "reject";
  /** The titles of the questions so far. */
  readonly asked: string[];
  /** The paths of the files written so far, through the client. */
  readonly written: string[];
}

export function clientServices(attitude: Attitude, options: { readonly withFiles: boolean }): ClientServices {
  const files = openFiles();
  return {
    ...(options.withFiles && { files: watchedFiles }),
    permissions: async ({ options, toolCall }) => {
      attitude.asked.push(toolCall.title ?? "");
      // Only this once: what an agent remembers would answer the next question.
      const option = options.find(({ kind }) => kind === `${attitude.answer}_once`);
      if (!option) throw RequestError.invalidParams({ reason: `no option to ${attitude.answer} once` });
      return { outcome: { outcome: "selected", optionId: option.optionId } };
    },
  };

  function watchedFiles(session: SessionContext): FileAccess {
    const { read, write } = files(session);
    return {
      read,
      write(request, interruption) {
        attitude.written.push(request.path);
        return write(request, interruption);
      },
    };
  }
}

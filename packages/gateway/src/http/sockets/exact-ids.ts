/**
 * Ids of clients that JavaScript would round, past the SDK, which parses their messages and writes the answers: within it
 * each is a string that has its digits.
 */

import { hasExactId, objectOf, parseMessage, withNumbers } from "@tenon/basis";

export interface ExactIds {
  /** A message of a client as the SDK is to read it. */
  read(text: string): string;
  /** What the SDK has written, as the client is sent it. */
  write(text: string): string;
  /** The same of a response; a message is never spread over two chunks of it. */
  writeResponse(response: Response): Response;
}

const LONG_NUMBER = /\d{16}/;
// An id is before or after the rest of a message.
const NEAR = 200;

export function createExactIds(): ExactIds {
  let hasExact = false;
  const write = (text: string) => (hasExact ? withNumbers(text) : text);
  return {
    read(text) {
      if (!LONG_NUMBER.test(text.slice(0, NEAR)) && !LONG_NUMBER.test(text.slice(-NEAR))) return text;
      const message = objectOf(parseMessage(text));
      if (!hasExactId(message)) return text;
      hasExact = true;
      return JSON.stringify(message);
    },
    write,
    writeResponse(response) {
      const { body, status, headers } = response;
      return body ? new Response(body.pipeThrough(writing()), { status, headers }) : response;
    },
  };

  function writing(): TransformStream<Uint8Array, Uint8Array> {
    return new TransformStream({
      transform: (bytes, controller) =>
        controller.enqueue(hasExact ? Buffer.from(write(Buffer.from(bytes).toString())) : bytes),
    });
  }
}

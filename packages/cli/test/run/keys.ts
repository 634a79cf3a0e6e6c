/**
 * A terminal's input that a test types on.
 */

import { PassThrough } from "node:stream";

export function typist() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode(isRaw: boolean) {
      modes.push(isRaw);
      return input;
    },
  });
  return { input: input as unknown as NodeJS.ReadStream, type: (keys: string) => void input.write(keys), modes };
}

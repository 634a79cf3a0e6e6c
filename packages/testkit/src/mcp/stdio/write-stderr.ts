import { writeSync } from "node:fs";

/** Writes to stderr and waits until all of it is taken: a server blocks when its stderr is not read. */
export function writeStderr(text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSome(rest));
}

function writeSome(bytes: Buffer): number {
  try {
    return writeSync(2, bytes);
  } catch (error) {
    const { code } = error instanceof Error && "code" in error ? error : { code: undefined };
    // The reader has gone.
    if (code !== "EAGAIN") return bytes.length;
    // Full, and the pipe is non-blocking.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}

/**
 * Lets the rest of the program run in between, while a lot of messages are read, passed on and delivered.
 *
 * One for all steps of a connection: each may be short, and all of them together still too long.
 */

const MAX_STEP_MS = 5;

/** To be called between pieces of work, and waited for if there is something to wait for. */
export type Breathe = () => Promise<void> | undefined;

export function createBreather(): Breathe {
  let began = performance.now();
  return () => {
    if (performance.now() - began < MAX_STEP_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}

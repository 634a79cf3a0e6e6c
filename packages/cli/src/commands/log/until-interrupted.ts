import { endBy, listenForInterruption } from "../../process/interruption.ts";

/** Runs something that a person ends with Ctrl-C. The command ends by that signal, after everything was put away. */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  using interruption = listenForInterruption({});
  try {
    await run(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  }
  const { cause } = interruption;
  interruption[Symbol.dispose]();
  if (cause?.type === "signal") endBy(cause.signal);
}

/** The result of `action`, or undefined if the system refuses: processes leave while we look, and some are not ours. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

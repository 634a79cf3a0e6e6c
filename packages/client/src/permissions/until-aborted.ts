/** What the promise comes to, or undefined as soon as the signal is aborted; what it comes to after that is not heard. */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const giveUp = () => resolve(undefined);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    if (signal.aborted) giveUp();
    return await Promise.race([aborted, promise]);
  } catch (error) {
    // A prompt that was taken away often fails for that.
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

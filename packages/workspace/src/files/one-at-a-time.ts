/** Runs what has the same key one after the other, in the order in which it was asked for. */
export function oneAtATime(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    const before = last.get(key);
    // Whoever was before has told its own caller how it went.
    const mine = before ? before.then(run, run) : run();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

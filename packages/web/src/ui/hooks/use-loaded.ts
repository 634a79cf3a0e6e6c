import { useCallback, useEffect, useState } from "react";

import { messageOf } from "../../wire/wire-error.ts";

export interface Loaded<Value> {
  /** Undefined until it has come once. */
  readonly value: Value | undefined;
  readonly error: string | undefined;
  /** Asks again; what is shown stays until the answer comes. */
  reload(): void;
}

/** What `load` resolves with, now and after each `reload`. `load` must not change from one rendering to the next. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ readonly value?: Value; readonly error?: string }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    const lifetime = new AbortController();
    load().then(
      (value) => lifetime.signal.aborted || setState({ value }),
      (error: unknown) => lifetime.signal.aborted || setState((known) => ({ ...known, error: messageOf(error) })),
    );
    return () => lifetime.abort();
  }, [load, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { value: state.value, error: state.error, reload };
}

import { useState } from "react";

import { messageOf } from "../../wire/wire-error.ts";

export interface Action {
  readonly isRunning: boolean;
  readonly error: string | undefined;
  run(start: () => Promise<unknown>): void;
}

/** An action on a click: whether it is running, and its last error. */
export function useAction(): Action {
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<string>();
  return {
    isRunning: running > 0,
    error,
    run(start) {
      setError(undefined);
      setRunning((count) => count + 1);
      start()
        .catch((failure: unknown) => setError(messageOf(failure)))
        .finally(() => setRunning((count) => count - 1));
    },
  };
}

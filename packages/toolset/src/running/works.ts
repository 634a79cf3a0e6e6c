/**
 * How much still runs, so that a toolset stops only after it: also work that no request waits for any more.
 */

export interface Works {
  begin(): void;
  end(): void;
  /** Resolves when nothing runs. */
  settled(): Promise<void>;
}

export function createWorks(): Works {
  let running = 0;
  let idle: PromiseWithResolvers<void> | undefined;
  return {
    begin: () => void (running += 1),
    end() {
      running -= 1;
      if (running > 0) return;
      idle?.resolve();
      idle = undefined;
    },
    async settled() {
      if (running > 0) await (idle ??= Promise.withResolvers()).promise;
    },
  };
}

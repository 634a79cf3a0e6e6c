/**
 * Brings many changes together into one for each frame that the browser draws.
 */

export interface FrameBatch {
  /** Something has changed. */
  touch(): void;
  /** Tells now what would be told with the next frame. */
  flush(): void;
  cancel(): void;
}

export interface Frames {
  readonly request: (run: () => void) => number;
  readonly cancel: (id: number) => void;
}

const browserFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (id) => cancelAnimationFrame(id),
};

export function createFrameBatch(publish: () => void, frames: Frames = browserFrames): FrameBatch {
  let pending: number | undefined;

  return {
    touch() {
      pending ??= frames.request(run);
    },
    flush() {
      if (pending === undefined) return;
      frames.cancel(pending);
      run();
    },
    cancel() {
      if (pending !== undefined) frames.cancel(pending);
      pending = undefined;
    },
  };

  function run(): void {
    pending = undefined;
    publish();
  }
}

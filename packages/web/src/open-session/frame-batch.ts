/**
 * Batches changes into one notification per animation frame.
 */

export interface FrameBatch {
  /** Something has changed. */
  touch(): void;
  cancel(): void;
}

export interface Frames {
  readonly request: (run: () => void) => number;
  readonly cancel: (id: number) => void;
}

export const browserFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (id) => cancelAnimationFrame(id),
};

export function createFrameBatch(publish: () => void, frames: Frames = browserFrames): FrameBatch {
  let pending: number | undefined;

  return {
    touch() {
      pending ??= frames.request(() => {
        pending = undefined;
        publish();
      });
    },
    cancel() {
      if (pending !== undefined) frames.cancel(pending);
      pending = undefined;
    },
  };
}

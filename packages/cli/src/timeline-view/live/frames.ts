/**
 * Draws not more often than an eye can see, and not before the terminal has taken what was drawn before.
 */

export interface Frames {
  /** Something has changed: draws soon. */
  request(): void;
  /** Draws at once, and resolves when the terminal has it, or is gone. */
  flush(): Promise<void>;
  /** Draws nothing any more. */
  stop(): void;
}

const FRAME_MS = 50;

export function createFrames(options: {
  /** What to write; nothing if nothing has changed. */
  readonly draw: () => string;
  readonly write: (text: string) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}): Frames {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  let isWanted = false;

  return {
    request() {
      if (isWriting) isWanted = true;
      else timer ??= setTimeout(() => void write(), FRAME_MS);
    },
    async flush() {
      await writing;
      await write();
    },
    stop: () => clearTimeout(timer),
  };

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const text = options.draw();
    if (text !== "") writing = writeOut(text);
    return writing;
  }

  async function writeOut(text: string): Promise<void> {
    isWriting = true;
    try {
      await options.write(text);
    } catch (error) {
      options.onFailure(error);
    }
    isWriting = false;
    if (!isWanted) return;
    isWanted = false;
    timer ??= setTimeout(() => void write(), FRAME_MS);
  }
}

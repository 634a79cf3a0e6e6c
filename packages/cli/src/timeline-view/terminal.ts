/** A screen that lines are written to, as far as a view has to know it. */
export interface Terminal {
  /** Now; it changes when the window does. */
  readonly columns: number;
  /** Resolves when the terminal has taken it; rejects when it is gone. */
  write(text: string): Promise<void>;
}

/**
 * What a slash command is: it answers at once, or writes the prompt of a turn.
 */

export interface Command {
  readonly name: string;
  readonly description: string;
  /** What may follow the name. */
  readonly hint?: string;
  /**
   * What it returns is put before the model as the user's prompt; nothing ends the turn without the model. A rejection is
   * shown to the user.
   */
  run(input: string, run: CommandRun): Promise<string | void>;
}

export interface CommandRun {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** Of the prompt. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Markdown. */
  say(text: string): Promise<void>;
}

/**
 * What a slash command is: it answers at once, without the model.
 */

export interface Command {
  readonly name: string;
  readonly description: string;
  /** What may follow the name. */
  readonly hint?: string;
  /** A rejection is said to the user. */
  run(input: string, run: CommandRun): Promise<void>;
}

export interface CommandRun {
  readonly signal: AbortSignal;
  /** Markdown. */
  say(text: string): Promise<void>;
}

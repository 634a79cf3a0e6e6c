/**
 * One message as it passes through the proxy: parsed once, and its line as it came.
 *
 * A frame that no interceptor changes leaves with its own bytes: unknown methods and fields, numbers that JavaScript cannot
 * hold, spaces and the order of keys survive.
 */

export interface Frame {
  /** The message; of unknown shape, since agents and clients of every version pass. */
  readonly message: unknown;
  /** The line as it came, without its newline. */
  readonly text: string;
}

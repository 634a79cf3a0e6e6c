/** How somebody is asked on a terminal. */

import type { Style } from "../../terminal/style.ts";
import type { Keyboard } from "./keyboard.ts";

export interface QuestionOptions {
  readonly keyboard: Keyboard;
  readonly write: (text: string) => Promise<void>;
  readonly style: () => Style;
  /** Puts away what else is on the terminal for as long as the question takes; one question at a time. */
  readonly aside: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

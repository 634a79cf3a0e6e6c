/**
 * The models that a session can have.
 */

import type { Model } from "./model.ts";

export interface ModelChoice {
  readonly defaultId: string;
  /** What prompts to the default model may hold besides text; known without opening it. */
  readonly accepts: Model["accepts"];
  /** For the user to choose from; there are others. */
  readonly known: readonly { readonly id: string; readonly name: string }[];
  /** Rejects with a `ModelError`. The same model for the same id. */
  open(id: string): Promise<Model>;
  /** Forgets the keys that were stored for the user; those of the environment stay. */
  forgetKeys?(): void;
}

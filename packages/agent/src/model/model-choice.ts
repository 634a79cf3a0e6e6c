/**
 * The models that a session can have.
 */

import type { Model } from "./model.ts";

/** The id of the model that needs no key and no network. */
export const REHEARSAL = "rehearsal";

export interface ModelChoice {
  readonly defaultId: string;
  /** What a prompt may hold besides text, whichever of the models it comes to; known without opening one. */
  readonly accepts: Model["accepts"];
  /** For the user to choose from; there are others. */
  readonly known: readonly { readonly id: string; readonly name: string }[];
  /** Rejects with a `ModelError`. The same model for the same id. */
  open(id: string): Promise<Model>;
  /** Forgets the keys that were stored for the user; those of the environment stay. */
  forgetKeys?(): void | Promise<void>;
}

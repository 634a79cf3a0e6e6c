/**
 * The user's rules of one session: opened when they are first needed, closed with it.
 */

import { errorMessage } from "@tenon/basis";

import type { OpenedRules } from "../../gateway-options.ts";

export interface HeldRules {
  get(): Promise<OpenedRules>;
  /** Undefined until they are open. */
  readonly current: OpenedRules | undefined;
  close(): void;
}

export function createHeldRules({ open, onFailure }: HeldRulesOptions): HeldRules {
  let opening: Promise<OpenedRules> | undefined;
  let current: OpenedRules | undefined;
  return {
    get: () => (opening ??= open().then((opened) => (current = opened), forget)),
    get current() {
      return current;
    },
    close() {
      opening?.then(
        (opened) => opened.close().catch((error: unknown) => onFailure(`The rules: ${errorMessage(error)}`)),
        () => {}, // the caller got the error
      );
    },
  };

  /** A disk that was full once is no reason to refuse everything for as long as the session is open. */
  function forget(error: unknown): never {
    opening = undefined;
    throw error;
  }
}

export interface HeldRulesOptions {
  open(): Promise<OpenedRules>;
  onFailure(warning: string): void;
}

/**
 * What is wrong with a command line, in one sentence.
 */

import {
  AliasNotFoundError,
  ArgumentParseError,
  EnumValidationError,
  FlagNotFoundError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from "@stricli/core";
import { errorMessage } from "@tenon/basis";

export function parseErrorText(error: unknown): string {
  if (error instanceof FlagNotFoundError) {
    return `unknown option --${error.input}${didYouMean(error.corrections.map((name) => `--${name}`))}`;
  }
  if (error instanceof AliasNotFoundError) return `unknown option -${error.input}`;
  if (error instanceof ArgumentParseError) {
    return `--${error.externalFlagNameOrPlaceholder}: ${errorMessage(error.exception)}, got "${error.input}"`;
  }
  if (error instanceof EnumValidationError) {
    return `--${error.externalFlagName}: expected ${error.values.join(", ")}, got "${error.input}"`;
  }
  if (error instanceof UnsatisfiedFlagError) return `--${error.externalFlagName} needs a value`;
  if (error instanceof UnexpectedPositionalError) return `unexpected argument "${error.input}"`;
  if (error instanceof UnsatisfiedPositionalError) return `missing argument <${error.placeholder}>`;
  return errorMessage(error);
}

export function didYouMean(words: readonly string[]): string {
  return words.length === 0 ? "" : `; did you mean ${words.join(" or ")}?`;
}

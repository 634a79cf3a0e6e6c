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

import { t } from "../messages/t.ts";

export function parseErrorText(error: unknown): string {
  if (error instanceof FlagNotFoundError) {
    const corrections = error.corrections.map((name) => `--${name}`);
    return t("unknown option {input}", { input: `--${error.input}` }) + didYouMean(corrections);
  }
  if (error instanceof AliasNotFoundError) return t("unknown option {input}", { input: `-${error.input}` });
  if (error instanceof ArgumentParseError) {
    const { externalFlagNameOrPlaceholder: name, input, exception } = error;
    return t('--{name}: {problem}, got "{input}"', { name, problem: errorMessage(exception), input });
  }
  if (error instanceof EnumValidationError) {
    const { externalFlagName: name, values, input } = error;
    return t('--{name}: expected {values}, got "{input}"', { name, values: values.join(", "), input });
  }
  if (error instanceof UnsatisfiedFlagError) {
    return t("--{name} needs a value", { name: error.externalFlagName });
  }
  if (error instanceof UnexpectedPositionalError) {
    return t('unexpected argument "{input}"', { input: error.input });
  }
  if (error instanceof UnsatisfiedPositionalError) {
    return t("missing argument <{name}>", { name: error.placeholder });
  }
  return errorMessage(error);
}

export function didYouMean(words: readonly string[]): string {
  return words.length === 0 ? "" : t("; did you mean {words}?", { words: words.join(t(" or ")) });
}

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
import { errorMessage, type Translate } from "@tenon/basis";

export function parseErrorText(error: unknown, translate: Translate): string {
  if (error instanceof FlagNotFoundError) {
    const corrections = error.corrections.map((name) => `--${name}`);
    return translate("unknown option {input}", { input: `--${error.input}` }) + didYouMean(corrections, translate);
  }
  if (error instanceof AliasNotFoundError) return translate("unknown option {input}", { input: `-${error.input}` });
  if (error instanceof ArgumentParseError) {
    const { externalFlagNameOrPlaceholder: name, input, exception } = error;
    return translate('--{name}: {problem}, got "{input}"', { name, problem: errorMessage(exception), input });
  }
  if (error instanceof EnumValidationError) {
    const { externalFlagName: name, values, input } = error;
    return translate('--{name}: expected {values}, got "{input}"', { name, values: values.join(", "), input });
  }
  if (error instanceof UnsatisfiedFlagError) {
    return translate("--{name} needs a value", { name: error.externalFlagName });
  }
  if (error instanceof UnexpectedPositionalError) {
    return translate('unexpected argument "{input}"', { input: error.input });
  }
  if (error instanceof UnsatisfiedPositionalError) {
    return translate("missing argument <{name}>", { name: error.placeholder });
  }
  return errorMessage(error);
}

export function didYouMean(words: readonly string[], translate: Translate): string {
  return words.length === 0 ? "" : translate("; did you mean {words}?", { words: words.join(translate(" or ")) });
}

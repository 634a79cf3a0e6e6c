/**
 * The token of a gateway: from a file, from what was stored, or typed on the terminal. Never from the command line or the
 * environment, which other programs can read.
 */

import { openSync } from "node:fs";
import { ReadStream } from "node:tty";

import { t } from "../../messages/t.ts";
import { readSecretFile } from "../../arguments/read-given-file.ts";
import { UsageError } from "../../process/usage-error.ts";
import { hiddenAnswers } from "../../terminal/hidden-answers.ts";
import { gatewayTokens } from "../../user/gateway-tokens.ts";

export async function findToken(gateway: string, tokenFile: string | undefined): Promise<string> {
  if (tokenFile !== undefined) return await readSecretFile("--token-file", tokenFile);
  const stored = await gatewayTokens().get(gateway);
  if (stored !== undefined) return stored;
  const typed = await askOnTerminal(gateway);
  if (typed) return typed;
  throw new UsageError(
    t("No token for {gateway}. Store it once, in a terminal: tenon connect --sign-in {gateway}", { gateway }),
  );
}

/** Resolves with whether a token was stored. */
export async function storeToken(gateway: string): Promise<boolean> {
  using answers = hiddenAnswers();
  const token = await answers.ask(t("Token of {gateway} (not shown): ", { gateway }));
  process.stderr.write("\n");
  if (!token) return false;
  const tokens = gatewayTokens();
  await tokens.set(gateway, token);
  process.stderr.write(`${t("Stored in {file}, which only you can read.", { file: tokens.file })}\n`);
  return true;
}

/** Standard input is the editor's, so a person is asked on the terminal itself. Undefined if there is none. */
async function askOnTerminal(gateway: string): Promise<string | undefined> {
  // Started by an editor: a question on its terminal would be waited for by no one.
  if (!process.stderr.isTTY) return undefined;
  let terminal: ReadStream;
  try {
    terminal = new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined; // There is none.
  }
  try {
    using answers = hiddenAnswers(terminal);
    const token = await answers.ask(t("Token of {gateway} (not shown): ", { gateway }));
    process.stderr.write("\n");
    return token;
  } finally {
    terminal.destroy();
  }
}

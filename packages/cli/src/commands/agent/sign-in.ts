/**
 * `tenon agent --sign-in`: an editor runs it in a terminal, to ask its user for a provider's key.
 */

import { t } from "../../messages/t.ts";
import { hiddenAnswers } from "../../terminal/hidden-answers.ts";
import { userModels } from "../../user/user-models.ts";

const PROVIDERS = ["anthropic", "openai", "google", "openrouter"] as const;

/** Resolves with whether a key was stored. */
export async function signInOnTerminal(model: string | undefined): Promise<boolean> {
  const { keys, defaultId } = await userModels(model);
  const wanted = defaultId.split("/")[0];
  const usual = PROVIDERS.find((name) => name === wanted) ?? PROVIDERS[0];
  using answers = hiddenAnswers();
  const provider =
    (await answers.ask(t("Provider ({names}) [{usual}]: ", { names: PROVIDERS.join(", "), usual }))) || usual;
  if (process.stdin.isTTY) process.stderr.write(`${provider}\n`);
  const key = await answers.ask(t("API key for {provider} (not shown): ", { provider }));
  process.stderr.write("\n");
  if (!key) return false;
  await keys.set(provider, key);
  process.stderr.write(`${t("Stored the API key for {provider} in a file only you can read.", { provider })}\n`);
  return true;
}

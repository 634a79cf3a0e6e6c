import { ModelError } from "@tenon/agent";

import { UsageError } from "../../process/usage-error.ts";
import { userModels } from "../../user/user-models.ts";

export type ChosenModels = Awaited<ReturnType<typeof userModels>>;

/** An unknown model is a usage error; a missing key is reported when a session is opened. */
export async function chosenModels(name: string | undefined): Promise<ChosenModels> {
  const models = await userModels(name);
  if (name === undefined) return models;
  await models.open(name).catch((error: unknown) => {
    if (error instanceof ModelError && error.code === "unknown_model")
      throw new UsageError(error.message, { cause: error });
  });
  return models;
}

import { RequestError } from "@agentclientprotocol/sdk";

/** Whether an editor means that there is no such file: few use the code that the protocol has for it [R98, L-04]. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const words = `${error.message} ${JSON.stringify(error.data) ?? ""}`;
  return error.code === RESOURCE_NOT_FOUND || WORDS.test(words);
}

const RESOURCE_NOT_FOUND = -32_002;
const WORDS = /ENOENT|not found|no such file|does not exist|cannot find the (file|path)/i;

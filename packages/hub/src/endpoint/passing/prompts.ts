/**
 * The prompts of all servers as one list, named as tools are: `server__prompt`.
 */

import {
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type ListPromptsResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";

import type { Hub } from "../../hub-types.ts";
import { isPermitted, methodCall, permitted, type PermitSetup } from "../permitted.ts";
import type { EndpointName } from "../tools/endpoint-name.ts";
import { askServers, READ_MS, serversWith } from "../../connected-servers.ts";

export interface PassedPrompts {
  list(hub: Hub, signal: AbortSignal): Promise<ListPromptsResult>;
  /** A call of the server as far as the permit is concerned. Rejects with its reason. */
  get(
    hub: Hub,
    prompt: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> | undefined },
    options: PermitSetup & { readonly signal: AbortSignal },
  ): Promise<GetPromptResult>;
  /** The server and its own name of a prompt. Rejects if there is none. */
  find(hub: Hub, name: string, signal: AbortSignal): Promise<{ readonly server: string; readonly name: string }>;
}

export function createPassedPrompts(nameOf: EndpointName): PassedPrompts {
  const known = new Map<string, { readonly server: string; readonly name: string }>();

  async function list(hub: Hub, signal: AbortSignal): Promise<ListPromptsResult> {
    const answers = await askServers(hub, serversWith(hub, "prompts"), {
      signal,
      ask: async (client, signal) => (await client.listPrompts(undefined, { signal })).prompts,
    });
    known.clear();
    const prompts = answers.flatMap(({ server, answer }) => answer.map((prompt) => named(server, prompt)));
    return { prompts };
  }

  function named(server: string, prompt: Prompt): Prompt {
    const name = nameOf(server, prompt.name, (wanted) => known.has(wanted));
    known.set(name, { server, name: prompt.name });
    return { ...prompt, name, title: prompt.title ?? prompt.name };
  }

  async function find(hub: Hub, name: string, signal: AbortSignal) {
    if (!known.has(name)) await list(hub, signal);
    const found = known.get(name);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No prompt named ${name}`);
    return found;
  }

  return {
    list,
    find,
    async get(hub, { name: asked, arguments: given }, { signal, ...setup }) {
      const { server, name } = await find(hub, asked, signal);
      const args = { name, ...(given && { arguments: given }) };
      return await permitted(methodCall("prompts/get", { server, title: name, args, signal }), setup, async () => {
        const client = await hub.client(server, { signal });
        return { value: await client.getPrompt(args, { signal, timeout: READ_MS }) };
      });
    },
  };
}

/**
 * Completions for arguments of prompts and templates, from the server that has them; none if it has no completions, or they
 * are not permitted.
 */
export async function complete(
  { ref, argument, context }: CompleteRequest["params"],
  options: {
    readonly hub: Hub;
    readonly signal: AbortSignal;
    readonly prompts: PassedPrompts;
    readonly ownerOf: (uri: string) => Promise<string | undefined>;
    readonly permit: PermitSetup["permit"];
  },
): Promise<CompleteResult> {
  const { hub, signal, prompts, ownerOf, permit } = options;
  const prompt = ref.type === "ref/prompt" ? await prompts.find(hub, ref.name, signal) : undefined;
  const server = prompt?.server ?? (ref.type === "ref/resource" ? await ownerOf(ref.uri) : undefined);
  if (server === undefined || !serversWith(hub, "completions").includes(server)) return { completion: { values: [] } };
  const args = { ref, argument, ...(context && { context }) };
  const call = methodCall("completion/complete", { server, title: argument.name, args, signal });
  if (!(await isPermitted(call, permit))) return { completion: { values: [] } };
  const client = await hub.client(server, { signal });
  const ownRef = ref.type === "ref/prompt" && prompt ? { ...ref, name: prompt.name } : ref;
  return await client.complete({ ...args, ref: ownRef }, { signal, timeout: READ_MS });
}

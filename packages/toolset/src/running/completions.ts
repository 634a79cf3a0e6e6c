/**
 * Suggestions for the arguments of prompts and the variables of templates.
 */

import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server";

import type { RequestContext } from "../define/context.ts";
import type { Complete } from "../define/resource.ts";
import type { Toolset } from "../define/toolset.ts";

// The most that the specification allows.
const MAX_VALUES = 100;

export async function complete(
  toolset: Toolset,
  { ref, argument, context }: CompleteRequestParams,
  requestContext: () => Promise<RequestContext>,
): Promise<CompleteResult> {
  const completer = find(toolset, ref, argument.name);
  if (!completer) return { completion: { values: [], hasMore: false } };
  const values = await completer(argument.value, {
    ...(await requestContext()),
    arguments: context?.arguments ?? {},
  });
  return {
    completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES },
  };
}

function find(
  { prompts, resources }: Toolset,
  ref: CompleteRequestParams["ref"],
  argument: string,
): Complete | undefined {
  if (ref.type === "ref/prompt") {
    return prompts.find(({ name }) => name === ref.name)?.complete?.[argument];
  }
  const template = resources.find((one) => one.type === "template" && one.uriTemplate === ref.uri);
  return template?.type === "template" ? template.complete?.[argument] : undefined;
}

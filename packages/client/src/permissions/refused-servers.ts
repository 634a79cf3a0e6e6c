/**
 * Which servers an agent may not be given, and why: another agent starts whatever it is given, so the rules are asked
 * before a server is sent to it.
 */

import { itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { admitServer, type Policy, type Source } from "@tenon/policy";

/** `servers` are as they stand in a request; the keys are among them. */
export async function refusedServers(
  servers: readonly unknown[],
  options: { readonly policy: Policy; readonly source: Source },
): Promise<ReadonlyMap<unknown, string>> {
  const reasons = await Promise.all(
    servers.map(async (server) => {
      const declaration = declarationOf(objectOf(server));
      if (!declaration) return undefined;
      const { effect, reason } = await admitServer(declaration, options);
      return effect === "allow" ? undefined : reason;
    }),
  );
  return new Map(
    servers.flatMap((server, index) => {
      const reason = reasons[index];
      return reason === undefined ? [] : [[server, reason]];
    }),
  );
}

/** Undefined for what starts and reaches nothing here, and for what the agent is left to refuse. */
function declarationOf({ name, command, args, url, env }: JsonObject) {
  const [program, address] = [stringOf(command), stringOf(url)];
  if (typeof name !== "string" || (program === undefined && address === undefined)) return undefined;
  return {
    name,
    command: program,
    args: itemsOf(args).map(String),
    url: address,
    env: variablesIn(env),
  };
}

/** Pairs of names and values, as the protocol says, or an object of them, which agents take too. */
function variablesIn(env: unknown): Readonly<Record<string, string>> {
  const pairs = Array.isArray(env)
    ? env.map(objectOf).map(({ name, value }) => [String(name), String(value)])
    : Object.entries(objectOf(env)).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(pairs);
}

/**
 * The skills of all servers as two tools, for agents that do not know the extension. They are read under the rules of the
 * server that has them.
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorMessage, type JsonObject, stringOf } from "@tenon/basis";

import type { Hub } from "../../hub-types.ts";
import type { ServerSkills, SkillEntry } from "../../skills.ts";
import { methodCall, permitted } from "../permitted.ts";
import { textResult } from "../results/shape-result.ts";
import { OWN } from "../tools/own-tools.ts";
import { LIST_MS } from "../../connected-servers.ts";
import { type Asking, permittedSkillServers } from "./skills.ts";

interface FoundSkill {
  readonly server: string;
  readonly entry: SkillEntry;
  readonly skills: ServerSkills;
}

export async function answerListSkills(hub: Hub | undefined, setup: Asking): Promise<CallToolResult> {
  const found = hub ? await findSkills(hub, setup) : [];
  const lines = found.map(({ server, entry: { name, description = "", files = [] } }) => {
    const more = files.length > 1 ? ` (files: ${files.slice(1).join(", ")})` : "";
    return `${name} (${server}): ${description}${more}`;
  });
  return textResult(lines.length > 0 ? lines.join("\n") : "No server has skills.");
}

export async function answerReadSkill(
  hub: Hub | undefined,
  args: JsonObject,
  { signal, ...setup }: Asking,
): Promise<CallToolResult> {
  const wanted = stringOf(args["skill"]) ?? "";
  const all = hub ? await findSkills(hub, { signal, ...setup }) : [];
  const found = all.find(({ entry }) => entry.uri === wanted || entry.name === wanted);
  if (!found) {
    const names = all.map(({ entry }) => entry.name).join(", ") || "none";
    return textResult(`No skill named ${wanted}. Available: ${names}`, true);
  }
  const { server, entry, skills } = found;
  const call = methodCall("skills/get", { server, title: entry.name, args, signal });
  try {
    const file = await permitted({ ...call, called: OWN.readSkill }, setup, async () => ({
      value: await skills.read(entry.uri, stringOf(args["file"]), { signal, timeout: LIST_MS }),
    }));
    return textResult(file.text ?? `(${file.mimeType ?? "Binary data"}, ${file.bytes.length} bytes)`);
  } catch (error) {
    return textResult(errorMessage(error), true);
  }
}

/** In the order of the servers; one that fails costs only its own. */
async function findSkills(hub: Hub, { permit, signal }: Asking): Promise<readonly FoundSkill[]> {
  const servers = await permittedSkillServers(hub, { permit, signal });
  const found = await Promise.allSettled(
    servers.map(async (server) => {
      const skills = await hub.skills(server, { signal });
      const entries = await skills.list({ signal, timeout: LIST_MS });
      return entries.map((entry) => ({ server, entry, skills }));
    }),
  );
  signal.throwIfAborted();
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

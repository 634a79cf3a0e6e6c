import type { AnyRequest } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import type { Action } from "../people/decide.ts";
import { paramsOf } from "../wire/message.ts";

/** What a prompt takes: one of our agent may be a command that changes servers, tools or remembered answers. */
export function promptAction(request: AnyRequest): Action {
  const blocks = itemsOf(paramsOf(request)["prompt"]).map(objectOf);
  const text = stringOf(blocks.find(({ type }) => type === "text")?.["text"]) ?? "";
  const [, name, input = ""] = /^\s*\/(\S+)(?:\s+(.*))?$/s.exec(text) ?? [];
  const words = input.split(/\s+/).filter((word) => word !== "");
  switch (name) {
    case "mcp":
      // With a command or a URL it would start a program here, or reach what this machine reaches.
      if (words[0] === "connect" && words.length > 2) return "administer";
      return words.length === 0 || words[0] === "list" ? "prompt" : "own";
    case "tools":
      return words[0] === "on" || words[0] === "off" ? "configure" : "prompt";
    case "grants":
      // Theirs: as-person.ts keeps those of the user of this machine from them.
      return "answer";
    default:
      return "prompt";
  }
}

/**
 * Tenon's own files. Writing the configuration, the grants or the trust decides what the agent may do, and the tokens
 * and the journal hold what other sessions were given.
 */

import type { Rule } from "../rule.ts";

/** Folders, as patterns of paths. */
export interface OwnPaths {
  /** With tenon.json, keys.json, grants, trust and tokens. */
  readonly config: readonly string[];
  /** With the journal, the tokens of `tenon serve`, and results that were too large for the model. */
  readonly data: readonly string[];
  /** Entries of the first folder that are links, as dotfile managers make them: where they lead, by name. */
  readonly links?: Readonly<Record<string, string>>;
}

const SECRETS = ["keys.json", "tokens"];
const APPROVALS = ["grants", "trust"];
const SETTINGS = "tenon.json";

/** What of the configuration may be a link. */
export const OWN_ENTRIES: readonly string[] = [...SECRETS, ...APPROVALS, SETTINGS];

export function ownPathRules({ config, data, links = {} }: OwnPaths): readonly Rule[] {
  return [
    {
      effect: "deny",
      when: {
        path: [...entries(SECRETS), ...below(data, ["serve-token*", "metrics-token*", "journal.db*", "results/**"])],
      },
      why: "Tenon keeps keys, tokens and recorded sessions there",
      isFloor: true,
    },
    {
      effect: "deny",
      when: { path: entries(APPROVALS), access: "write" },
      why: "approvals are given by answering a request, not by writing a file",
      isFloor: true,
    },
    {
      effect: "ask",
      when: { path: [...entries([SETTINGS]), ...below([...config, ...data], ["**"])], access: "write" },
      why: "Tenon's own configuration and data decide what the agent may do",
      isFloor: true,
    },
  ];

  /** `x/**` is also `x` itself. */
  function entries(names: readonly string[]): readonly string[] {
    const linked = names.flatMap((name) => (links[name] === undefined ? [] : [`${links[name]}/**`]));
    return [
      ...below(
        config,
        names.map((name) => `${name}/**`),
      ),
      ...linked,
    ];
  }
}

function below(folders: readonly string[], names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

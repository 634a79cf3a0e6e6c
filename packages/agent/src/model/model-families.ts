/**
 * What is known of models by their names, as data: the first family that fits counts. A model that fits none is of unknown
 * size, accepts no reasoning effort, and is shown images and pages until its provider refuses them.
 */

import type { ThoughtLevel } from "./model.ts";

export interface ModelFamily {
  readonly contextTokens?: number;
  readonly image: boolean;
  readonly audio: boolean;
  /** PDF, as pages. */
  readonly document: boolean;
  readonly thoughtLevels: readonly ThoughtLevel[];
}

/** For a name as any provider writes it: `claude-sonnet-5`, `anthropic/claude-sonnet-5`, `qwen3-vl:8b`. */
export function familyOf(name: string): ModelFamily {
  const ownName = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  return FAMILIES.find(({ names }) => names.test(ownName)) ?? UNKNOWN;
}

const THREE: readonly ThoughtLevel[] = ["low", "medium", "high"];
const FOUR: readonly ThoughtLevel[] = ["off", ...THREE];
const SEES = { image: true, audio: false, document: false } as const;
const SEES_PAGES = { image: true, audio: false, document: true } as const;
const SEES_PAGES_AND_HEARS = { image: true, audio: true, document: true } as const;
const READS = { image: false, audio: false, document: false } as const;

const UNKNOWN: ModelFamily = { ...SEES_PAGES, thoughtLevels: [] };

interface NamedFamily extends ModelFamily {
  readonly names: RegExp;
}

const FAMILIES: readonly NamedFamily[] = [
  // Anthropic. The newest of them always think a little.
  { names: /^claude-(opus|sonnet)-5[.-]5/, ...SEES_PAGES, contextTokens: 1_000_000, thoughtLevels: THREE },
  { names: /^claude-fable-5/, ...SEES_PAGES, contextTokens: 1_000_000, thoughtLevels: THREE },
  { names: /^claude-(opus|sonnet)-5/, ...SEES_PAGES, contextTokens: 1_000_000, thoughtLevels: FOUR },
  { names: /^claude-(opus|sonnet)-4[.-][6-9]/, ...SEES_PAGES, contextTokens: 1_000_000, thoughtLevels: FOUR },
  { names: /^claude-haiku-5/, ...SEES_PAGES, thoughtLevels: FOUR },
  { names: /^claude-(opus|sonnet|haiku)-4/, ...SEES_PAGES, contextTokens: 200_000, thoughtLevels: FOUR },
  { names: /^claude-3/, ...SEES_PAGES, contextTokens: 200_000, thoughtLevels: [] },
  { names: /^claude/, ...SEES_PAGES, thoughtLevels: THREE },
  // OpenAI.
  { names: /^gpt-6(\.\d)?-(sol|terra|luna)/, ...SEES_PAGES, contextTokens: 1_050_000, thoughtLevels: FOUR },
  { names: /^gpt-6/, ...SEES_PAGES, contextTokens: 1_050_000, thoughtLevels: THREE },
  { names: /^gpt-5\.[4-6]($|-(pro|sol|terra|luna))/, ...SEES_PAGES, contextTokens: 1_000_000, thoughtLevels: FOUR },
  { names: /^gpt-5(\.\d)?-chat/, ...SEES_PAGES, contextTokens: 128_000, thoughtLevels: [] },
  { names: /^gpt-5\.\d/, ...SEES_PAGES, contextTokens: 400_000, thoughtLevels: FOUR },
  { names: /^gpt-5/, ...SEES_PAGES, contextTokens: 400_000, thoughtLevels: THREE },
  { names: /^gpt-oss/, ...READS, contextTokens: 131_072, thoughtLevels: THREE },
  { names: /^gpt-4\.1/, ...SEES_PAGES, contextTokens: 1_000_000, thoughtLevels: [] },
  { names: /^gpt-4o/, ...SEES_PAGES, contextTokens: 128_000, thoughtLevels: [] },
  { names: /^o[134](-|$)/, ...SEES_PAGES, contextTokens: 200_000, thoughtLevels: THREE },
  // Google.
  { names: /^gemini-2\.0/, ...SEES_PAGES_AND_HEARS, contextTokens: 1_000_000, thoughtLevels: [] },
  { names: /^gemini-2\.5-flash/, ...SEES_PAGES_AND_HEARS, contextTokens: 1_000_000, thoughtLevels: FOUR },
  { names: /^gemini-1/, ...SEES_PAGES_AND_HEARS, contextTokens: 1_000_000, thoughtLevels: [] },
  { names: /^gemini/, ...SEES_PAGES_AND_HEARS, contextTokens: 1_000_000, thoughtLevels: THREE },
  { names: /^gemma-?[34]/, ...SEES, thoughtLevels: [] },
  // Open models that only read. Their servers leave out an image without a word, and the model invents what it shows.
  {
    names: /^(deepseek-(v3|r1|coder|chat|reasoner)|qwen[\d.]*-coder|codellama|codestral|devstral|starcoder)/,
    ...READS,
    thoughtLevels: [],
  },
];

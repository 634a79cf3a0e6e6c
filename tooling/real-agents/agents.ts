/**
 * The agents that people really use. What one of them gets wrong stands in its file, beside the line that copes with it.
 */

import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { codexZed } from "./agents/codex-zed.ts";
import { copilot } from "./agents/copilot.ts";
import { droid } from "./agents/droid.ts";
import { gemini } from "./agents/gemini.ts";
import { goose } from "./agents/goose.ts";
import { kilo } from "./agents/kilo.ts";
import { kimi } from "./agents/kimi.ts";
import { opencode } from "./agents/opencode.ts";
import { pi } from "./agents/pi.ts";
import { qwen } from "./agents/qwen.ts";
import type { RealAgent } from "./real-agent.ts";

export const realAgents: readonly RealAgent[] = [
  gemini,
  opencode,
  kilo,
  claude,
  qwen,
  codex,
  codexZed,
  goose,
  copilot,
  droid,
  kimi,
  pi,
];

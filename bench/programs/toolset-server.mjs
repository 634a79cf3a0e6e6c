/** One tool, with our library. */

import { defineTool, defineToolset } from "@tenon/toolset";
import { serve } from "@tenon/toolset/node";
import { z } from "zod";

const echo = defineTool({
  name: "echo",
  description: "Says it again",
  input: z.object({ text: z.string(), n: z.number() }),
  output: z.object({ text: z.string() }),
  run: ({ text }) => ({ text }),
});

await serve(defineToolset({ name: "bench", version: "1.0.0", tools: [echo] }));

/**
 * Tools that need a browser, for the agents of sessions that were opened in this page. Each call is a question to the person.
 */

import {
  type Content,
  defineTool,
  defineToolset,
  file,
  image,
  jsonSchema,
  ToolError,
  type Toolset,
} from "@tenon/toolset";

/** What the page shows: a form, or a choice of a file. */
export interface DeviceQuestion {
  readonly mode: "form" | "file";
  readonly message: string;
  readonly requestedSchema?: object;
  readonly accept?: string;
}

export interface DeviceAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: unknown;
}

/** Rejects when the signal aborts. */
export type AskPerson = (question: DeviceQuestion, signal: AbortSignal) => Promise<DeviceAnswer>;

const DEVICE = "device";

// The gateway takes 32 MiB, and base64 makes four bytes of three.
const MAX_FILE_BYTES = 8 * 1024 * 1024;
// A person takes their time; an agent gives up a call that shows no life.
const SIGN_OF_LIFE_MS = 15_000;
const LIMITS = { callMs: 60 * 60_000, resultCharacters: 2 * MAX_FILE_BYTES };

export function deviceToolset(ask: AskPerson): Toolset {
  const pickFile = defineTool({
    name: "pick_file",
    title: "Pick a file",
    description:
      "Asks the user to choose one file on the device in front of them, and returns its name and content. The device need not " +
      "be the machine that you work on.",
    input: jsonSchema<{ purpose: string; accept?: string }>({
      type: "object",
      properties: {
        purpose: { type: "string", description: "What the file is for; shown to the user." },
        accept: { type: "string", description: 'Kinds of files, such as ".csv" or "image/*"; any without it.' },
      },
      required: ["purpose"],
    }),
    annotations: { readOnlyHint: true },
    limits: LIMITS,
    run: async ({ purpose, accept }, { signal, progress }) => {
      const question = { mode: "file", message: purpose, ...(accept !== undefined && { accept }) } as const;
      const { content } = await waiting(progress, () => ask(question, signal));
      if (!(content instanceof File)) throw new ToolError("denied", "The user has chosen no file.");
      return await contentOf(content);
    },
  });
  const askForm = defineTool({
    name: "ask_form",
    title: "Ask with a form",
    description: "Shows the user a form, and returns what they filled in.",
    input: jsonSchema<{ message: string; schema: object }>({
      type: "object",
      properties: {
        message: { type: "string", description: "The question above the form." },
        schema: {
          type: "object",
          description:
            "JSON Schema of a flat object: its properties are strings, numbers, booleans or choices (enum), with title and description.",
        },
      },
      required: ["message", "schema"],
    }),
    annotations: { readOnlyHint: true },
    limits: LIMITS,
    run: async ({ message, schema }, { signal, progress }) => {
      const question = { mode: "form", message, requestedSchema: schema } as const;
      const { action, content } = await waiting(progress, () => ask(question, signal));
      return { action, ...(action === "accept" && { content }) };
    },
  });
  return defineToolset({ name: DEVICE, title: "This device", version: "0.1.0", tools: [pickFile, askForm] });
}

async function waiting<T>(progress: (done: number, about: object) => void, work: () => Promise<T>): Promise<T> {
  let signs = 0;
  const timer = setInterval(() => progress((signs += 1), { message: "Waiting for the user" }), SIGN_OF_LIFE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Text if it is UTF-8, a picture as one, and anything else as bytes. */
async function contentOf(chosen: File): Promise<readonly Content[]> {
  if (chosen.size > MAX_FILE_BYTES)
    throw new ToolError("too_large", `${chosen.name} has ${chosen.size} bytes; at most ${MAX_FILE_BYTES} can be lent.`);
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  const about = `${chosen.name}, ${chosen.size} bytes${chosen.type && `, ${chosen.type}`}`;
  if (/^image\/(png|jpeg|gif|webp)$/u.test(chosen.type)) return [about, image(bytes, chosen.type)];
  const text = textOf(bytes);
  if (text !== undefined) return [about, text];
  return [about, file(`file:///${encodeURIComponent(chosen.name)}`, bytes, chosen.type || "application/octet-stream")];
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined; // not UTF-8
  }
}

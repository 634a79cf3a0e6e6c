import { buildCommand } from "@stricli/core";

const text = { kind: "parsed", parse: String, optional: true } as const;
const count = { kind: "parsed", parse: positive, optional: true, placeholder: "number" } as const;
const yesOrNo = { kind: "boolean", default: false, withNegated: false } as const;

export const serveCommand = buildCommand({
  loader: async () => (await import("./serve.ts")).runServe,
  parameters: {
    flags: {
      port: {
        kind: "parsed",
        parse: port,
        default: "7411",
        placeholder: "number",
        brief: "The port; 0 is any free one",
      },
      host: {
        kind: "parsed",
        parse: String,
        default: "127.0.0.1",
        placeholder: "address",
        brief: "The address to listen on; one that other machines reach needs TLS in front, or --insecure-listen",
      },
      agent: {
        ...text,
        variadic: true,
        placeholder: "name or command",
        brief:
          "Another agent for sessions to choose, such as claude or gemini; may be given again, and the first is the default",
      },
      model: { ...text, placeholder: "provider/name", brief: "The model of our own agent (see docs/models.md)" },
      open: { ...yesOrNo, brief: "Open the page in a browser" },
      newToken: { ...yesOrNo, brief: "Make a new token; whoever had the old one is out" },
      publicUrl: {
        ...text,
        placeholder: "https://…",
        brief: "Where people reach it, if something in front of it speaks TLS",
      },
      insecureListen: { ...yesOrNo, brief: "Listen where others on the network can read all of it, the token too" },
      allowOrigin: {
        ...text,
        variadic: true,
        placeholder: "origin",
        brief: "A page of another origin that may use it, such as http://localhost:5173; may be given again",
      },
      trustProxy: {
        ...yesOrNo,
        brief: "Believe what is in front of it about where requests come from (X-Forwarded-For)",
      },
      maxSessions: { ...count, brief: "The most sessions that may be open at once; 4096 unless told" },
      maxSessionsPerConnection: {
        ...count,
        brief: "The most sessions that one connection may have open; 2048 unless told",
      },
      logLevel: {
        kind: "enum",
        values: ["error", "warn", "info", "debug"],
        default: "warn",
        brief: "How much to log, as lines of JSON on standard error",
      },
      json: { ...yesOrNo, brief: "Print the address as JSON, for scripts" },
    },
  },
  docs: {
    brief: "Sessions for several clients, over WebSocket and HTTP, and the page that shows them",
    fullDescription:
      "Starts the gateway on this machine and prints the address of its page. Sessions go on while nobody is connected,\n" +
      "and several clients may share one. Whoever connects needs the token, which is in a file that only you can read.\n\n" +
      "  tenon serve --open\n" +
      "  tenon serve --agent claude --agent gemini\n" +
      "  tenon serve --host 0.0.0.0 --public-url https://tenon.example.com\n\n" +
      "Ctrl-C lets running turns finish, for ten seconds; a second Ctrl-C ends it at once.",
  },
});

function positive(given: string): number {
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${given} is no number from 1 on`);
  return value;
}

function port(given: string): number {
  const value = Number(given);
  if (!/^\d+$/.test(given) || value > 65_535) throw new Error(`${given} is no port: they go from 0 to 65535`);
  return value;
}

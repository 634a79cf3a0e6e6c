/**
 * Reads the `initialize` request.
 *
 * By hand and not with the SDK's validator, which takes as long to build as the rest of the agent takes to start. Strict
 * about the version; lenient about capabilities: what is missing, null or malformed is a capability that the client does
 * not have [R34] [R38].
 */

import { type ClientCapabilities, type InitializeRequest, RequestError } from "@agentclientprotocol/sdk";

const LARGEST_VERSION = 65_535;

export function readInitializeRequest(params: unknown): InitializeRequest {
  const { protocolVersion, clientCapabilities } = fieldsOf(params);
  const isVersion = typeof protocolVersion === "number" && Number.isInteger(protocolVersion);
  if (!isVersion || protocolVersion < 0 || protocolVersion > LARGEST_VERSION) {
    throw RequestError.invalidParams({ protocolVersion }, "protocolVersion must be a whole number");
  }
  return { protocolVersion, clientCapabilities: readCapabilities(clientCapabilities) };
}

function readCapabilities(value: unknown): ClientCapabilities {
  const { fs, terminal, auth, elicitation, session, _meta } = fieldsOf(value);
  const { configOptions, notices, compaction } = fieldsOf(session);
  return {
    fs: {
      readTextFile: fieldsOf(fs)["readTextFile"] === true,
      writeTextFile: fieldsOf(fs)["writeTextFile"] === true,
    },
    terminal: terminal === true,
    auth: { terminal: fieldsOf(auth)["terminal"] === true },
    elicitation: {
      form: marker(fieldsOf(elicitation)["form"]),
      url: marker(fieldsOf(elicitation)["url"]),
    },
    session: {
      configOptions: { boolean: marker(fieldsOf(configOptions)["boolean"]) },
      notices: marker(notices),
      compaction: marker(compaction),
    },
    // Who writes our name here wants to hear of what only we tell.
    _meta: isObject(fieldsOf(_meta)["tenon"]) ? { tenon: {} } : null,
  };
}

/** A capability that is advertised by an object, whatever is in it. */
function marker(value: unknown): Record<string, never> | null {
  return isObject(value) ? {} : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

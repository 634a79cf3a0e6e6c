/**
 * `initialize`: what the client can do, and what we can.
 *
 * Read by hand and without the SDK, which takes as long to load as the rest of the agent: `early-initialize.ts` answers before
 * it is there. Strict about the version; lenient about capabilities: what is missing, null or malformed is a capability that
 * the client does not have [R34] [R38].
 */

import type { ClientCapabilities, InitializeRequest, InitializeResponse } from "@agentclientprotocol/sdk";
import { InvalidValueError, isObject, objectOf } from "@tenon/basis";

import { extensionCapability } from "../acp-client/extension-methods.ts";
import type { ModelChoice } from "../model/model-choice.ts";
import { signInMethods } from "./sign-in-methods.ts";

const PROTOCOL_VERSION = 1;
const MAX_VERSION = 65_535;

/** What methods that the protocol calls unstable bring. */
const UNSTABLE_SESSION_CAPABILITIES = {
  fork: {},
  title: {},
  status: {},
  archive: {},
  systemPrompt: { mode: { override: {} } },
};

/** Throws `InvalidValueError`. */
export function readInitializeRequest(
  params: unknown,
): InitializeRequest & { readonly clientCapabilities: ClientCapabilities } {
  const { protocolVersion, clientCapabilities } = objectOf(params);
  const isVersion = typeof protocolVersion === "number" && Number.isInteger(protocolVersion);
  if (!isVersion || protocolVersion < 0 || protocolVersion > MAX_VERSION) {
    throw new InvalidValueError("protocolVersion", "must be an integer from 0 to 65535");
  }
  return { protocolVersion, clientCapabilities: readCapabilities(clientCapabilities) };
}

function readCapabilities(value: unknown): ClientCapabilities {
  const { fs, terminal, auth, elicitation, session, _meta } = objectOf(value);
  const { configOptions, notices, compaction } = objectOf(session);
  return {
    fs: {
      readTextFile: objectOf(fs)["readTextFile"] === true,
      writeTextFile: objectOf(fs)["writeTextFile"] === true,
    },
    terminal: terminal === true,
    auth: { terminal: objectOf(auth)["terminal"] === true },
    elicitation: {
      form: marker(objectOf(elicitation)["form"]),
      url: marker(objectOf(elicitation)["url"]),
    },
    session: {
      configOptions: { boolean: marker(objectOf(configOptions)["boolean"]) },
      notices: marker(notices),
      compaction: marker(compaction),
    },
    // A client that writes our name here gets our own notifications.
    _meta: isObject(objectOf(_meta)["tenon"]) ? { tenon: {} } : null,
  };
}

/** A capability that is advertised by an object, whatever is in it. */
function marker(value: unknown): Record<string, never> | null {
  return isObject(value) ? {} : null;
}

/** `acp` is in the unstable schema alone, but agents and clients of all kinds use it. */
const MCP_CAPABILITIES = { http: true, sse: true, acp: true };

export function initializeResponse(options: {
  readonly models: Pick<ModelChoice, "accepts">;
  readonly version: string;
  readonly isUnstable: boolean;
  readonly capabilities: ClientCapabilities;
  /** Of the host program. */
  readonly programMeta?: Readonly<Record<string, unknown>>;
}): InitializeResponse {
  const { models, version, isUnstable, capabilities, programMeta } = options;
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "tenon", title: "Tenon", version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { ...models.accepts, embeddedContext: true },
      mcpCapabilities: MCP_CAPABILITIES,
      sessionCapabilities: {
        list: {},
        resume: {},
        close: {},
        delete: {},
        additionalDirectories: {},
        ...(isUnstable && UNSTABLE_SESSION_CAPABILITIES),
      },
      auth: { logout: {}, ...(isUnstable && { status: {} }) },
      _meta: { ...programMeta, ...extensionCapability },
    },
    authMethods: signInMethods(capabilities),
  };
}

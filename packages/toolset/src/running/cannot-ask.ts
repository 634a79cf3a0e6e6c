/**
 * The client lacks what a question needs. A tool may catch it and go on without an answer.
 */

import type { ClientCapabilities } from "@modelcontextprotocol/server";

import { ToolError } from "../tool-error.ts";

export class CannotAsk extends ToolError {
  readonly requiredCapabilities: ClientCapabilities;

  constructor(from: string, requiredCapabilities: ClientCapabilities) {
    const [capability = ""] = Object.keys(requiredCapabilities);
    super("unsupported", `${from} needs a client that supports ${capability}, and this one does not`);
    this.requiredCapabilities = requiredCapabilities;
  }
}

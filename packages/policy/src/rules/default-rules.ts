/**
 * The default policy: ask before anything runs, stay in the session's folders, stay off private networks.
 *
 * A user's rule overrides one of these by being as narrow as it, or narrower.
 */

import { CODE_VARIABLES } from "./code-variables.ts";
import { floorRules } from "../floor/floor-rules.ts";
import type { Layer } from "../rule.ts";

export const defaultRules: Layer = {
  name: "default",
  rules: [
    { effect: "ask", when: { subject: "tool-call" }, why: "tools run only after approval" },
    { effect: "ask", when: { subject: "command" }, why: "commands run only after approval" },

    { effect: "deny", when: { subject: "path" }, why: "it is outside the session's folders" },
    { effect: "allow", when: { path: "**", access: "read" }, why: "it is in the session's folders" },
    { effect: "ask", when: { path: "**", access: "write" }, why: "files change only after approval" },
    { effect: "ask", when: { path: ["**/.env", "**/.env.*"], access: "read" }, why: "such files hold secrets" },
    ...floorRules,

    { effect: "ask", when: { subject: "url" }, why: "URLs are opened only after approval" },
    {
      effect: "deny",
      when: { url: ["http://*", "ws://*"] },
      why: "without TLS anyone on the network can read and change the traffic; use https",
    },
    {
      effect: "ask",
      when: { subject: "url", url: ["http://*", "ws://*"], network: "loopback" },
      why: "URLs are opened only after approval",
    },
    {
      effect: "deny",
      when: { network: ["private", "link-local", "reserved"] },
      why: 'it resolves to a private network; a rule that allows it must name that network ("network": "private")',
    },

    { effect: "allow", when: { subject: "server" }, why: "it was declared" },
    {
      effect: "allow",
      when: { subject: "server", url: ["http://*", "ws://*"], network: "loopback" },
      why: "it was declared, and runs on this machine",
    },
    {
      effect: "deny",
      when: { subject: "server", source: "remote", command: "*" },
      why: "a client on another machine may not start programs here",
    },
    {
      effect: "deny",
      when: { subject: "server", source: "remote", network: "loopback" },
      why: "a client on another machine may not reach services here",
    },
    { effect: "allow", when: { subject: "environment" }, why: "it was declared" },
    {
      effect: "ask",
      when: { subject: "environment", source: ["project", "remote"], variable: CODE_VARIABLES },
      why: "this variable can make a program run other code",
    },
  ],
};

/**
 * What holds where nobody has said otherwise: ask before anything runs, stay in the roots, stay off private networks.
 *
 * A user's rule overrides one of these by being as narrow as it, or narrower.
 */

import { CODE_VARIABLES } from "./code-variables.ts";
import { floorRules } from "../floor/floor-rules.ts";
import type { Layer } from "../rule.ts";

export const defaultRules: Layer = {
  name: "default",
  rules: [
    { effect: "ask", when: { subject: "tool-call" }, why: "a tool runs only with somebody's consent" },
    { effect: "ask", when: { subject: "command" }, why: "a command runs only with somebody's consent" },

    { effect: "deny", when: { subject: "path" }, why: "it is outside the folders of this session" },
    { effect: "allow", when: { path: "**", access: "read" }, why: "it is in a folder of this session" },
    { effect: "ask", when: { path: "**", access: "write" }, why: "a file changes only with somebody's consent" },
    { effect: "ask", when: { path: ["**/.env", "**/.env.*"], access: "read" }, why: "such files hold secrets" },
    ...floorRules,

    { effect: "ask", when: { subject: "url" }, why: "an address is opened only with somebody's consent" },
    {
      effect: "deny",
      when: { url: ["http://*", "ws://*"] },
      why: "without TLS anybody on the way can read and change what is sent; use https",
    },
    {
      effect: "ask",
      when: { subject: "url", url: ["http://*", "ws://*"], network: "loopback" },
      why: "an address is opened only with somebody's consent",
    },
    {
      effect: "deny",
      when: { network: ["private", "link-local", "reserved"] },
      why: 'it leads into a private network; a rule that allows it must name that network ("network": "private")',
    },

    { effect: "allow", when: { subject: "server" }, why: "it was declared" },
    {
      effect: "allow",
      when: { subject: "server", url: ["http://*", "ws://*"], network: "loopback" },
      why: "it was declared, and it runs on this machine",
    },
    {
      effect: "deny",
      when: { subject: "server", source: "remote", command: "*" },
      why: "a client on another machine may not start programs on this one",
    },
    {
      effect: "deny",
      when: { subject: "server", source: "remote", network: "loopback" },
      why: "a client on another machine may not reach what listens on this one",
    },
    { effect: "allow", when: { subject: "environment" }, why: "it was declared" },
    {
      effect: "ask",
      when: { subject: "environment", source: ["project", "remote"], variable: CODE_VARIABLES },
      why: "this variable makes programs run code of somebody's choice",
    },
  ],
};

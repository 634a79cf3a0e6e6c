/**
 * A WebSocket that the gateway does not want is refused before the upgrade, with the reason.
 */

import { GatewayError } from "@tenon/gateway";
import { expect, it } from "vitest";

import { scriptedGateway } from "./support/scripted-gateway.ts";
import { startServer } from "./support/start-server.ts";

it.each([
  ["too_many_connections", 503, "There are 1 connections already"],
  ["agent_not_found", 400, "No such agent: nobody"],
] as const)("%s is answered with %i", async (code, status, message) => {
  const refusing = {
    ...scriptedGateway(),
    connect() {
      throw new GatewayError(code, message);
    },
  };
  await using server = await startServer({ gateway: refusing });
  expect(await server.upgrade("/acp?agent=nobody")).toBe(status);
  expect(server.log()).toContain(`"reason":"${message}"`);
  expect(server.log()).not.toContain('"level":"error"');
});

import { PassThrough } from "node:stream";

import { manualClock } from "@tenon/testkit";
import { expect, it } from "vitest";

import { createDoorKeys, type Served } from "../../src/doors/door-keys.ts";
import { createLaunchDoor } from "../../src/doors/launch-door.ts";

const place = () => ({ folder: "/nowhere", address: "/nowhere/socket" });

/** A session that counts its connections and keeps each until `leave()`. */
function session() {
  let connections = 0;
  let ended = Promise.withResolvers<void>();
  const served: Served = {
    async serveStream() {
      connections += 1;
      await ended.promise;
    },
    handle: async () => new Response(),
  };
  return {
    served,
    get connections() {
      return connections;
    },
    leave() {
      ended.resolve();
      ended = Promise.withResolvers();
    },
  };
}

function openDoor() {
  const keys = createDoorKeys();
  const clock = manualClock();
  const door = createLaunchDoor(keys, place, { clock });
  const agent = keys.find(door.token);
  const connect = () => {
    const connected = agent?.serveStream(new PassThrough());
    connected?.catch(() => {});
    return connected;
  };
  return { clock, door, connect };
}

it("a connection is for the session that was just opened, and refused where two were", async () => {
  const { door, connect } = openDoor();
  const [one, two, three] = [session(), session(), session()];
  door.add(one.served);
  void connect();
  expect(one.connections).toBe(1);
  door.add(two.served);
  door.add(three.served);
  await connect();
  expect([one.connections, two.connections, three.connections]).toEqual([1, 0, 0]);
});

it("the next session waits until the one before has its connection, and no longer than a while", async () => {
  const { door, connect, clock } = openDoor();
  expect(door.settled()).toBeUndefined();
  const [one, two] = [session(), session()];
  door.add(one.served);
  const settled = door.settled();
  expect(settled).toBeInstanceOf(Promise);
  void connect();
  await settled;
  expect(door.settled()).toBeUndefined();
  door.add(two.served);
  const late = door.settled();
  await clock.advance(10_000);
  await late;
  expect(two.connections).toBe(0);
});

it("a session whose process has died is not in the way of the next", async () => {
  const { door, connect, clock } = openDoor();
  const [dead, next] = [session(), session()];
  door.add(dead.served);
  const connected = connect();
  dead.leave();
  await connected;
  await clock.advance(30_000);
  expect(door.settled()).toBeUndefined();
  door.add(next.served);
  void connect();
  expect([dead.connections, next.connections]).toEqual([1, 1]);
  // A process that comes back, as after a reload, is that of the session that has none.
  void connect();
  expect([dead.connections, next.connections]).toEqual([2, 1]);
});

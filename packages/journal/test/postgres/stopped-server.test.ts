/** The journal's one law while Postgres itself is stopped at once, again and again. */

import { startPostgres } from "@tenon/testkit/postgres";
import { describe, expect, it } from "vitest";

import { openPostgresJournal } from "../../src/postgres/index.ts";
import { chunk } from "../messages.ts";

// `SERVER_STOPS` asks for another number.
const STOPS = Number(process.env["SERVER_STOPS"] ?? 2);
const SESSIONS = ["a", "b", "c"];
const BETWEEN = 60;

describe("a Postgres server that stops at once while records are written", () => {
  it(
    `[N-01] loses nothing that was acknowledged, writes nothing twice, and keeps the order, ${STOPS} times`,
    async () => {
      await using server = await startPostgres();
      await using database = await server.createDatabase();
      await using journal = await openPostgresJournal({ url: database.url, leaseMs: 60_000 });
      const acknowledged = new Map<string, [place: number, number: number][]>(SESSIONS.map((id) => [id, []]));
      const total = () => [...acknowledged.values()].reduce((sum, places) => sum + places.length, 0);
      let reached = Promise.withResolvers<void>();
      let goal = BETWEEN;
      const over = new AbortController();
      const writing = SESSIONS.map(async (id) => {
        await using writer = await journal.create({ id, cwd: "/project", agent: "claude" });
        for (let number = 0; !over.signal.aborted; number += 3) {
          const appended = [0, 1, 2].map(async (offset) => {
            const place = await writer.append(chunk(`${number + offset}`));
            acknowledged.get(id)?.push([place, number + offset]);
          });
          await Promise.all(appended);
          if (total() >= goal) reached.resolve();
        }
      });
      const ended = Promise.all(writing);
      for (let stop = 0; stop < STOPS; stop += 1) {
        await Promise.race([reached.promise, ended]);
        await server.crash();
        reached = Promise.withResolvers();
        goal = total() + BETWEEN;
        await server.start();
      }
      await Promise.race([reached.promise, ended]);
      over.abort();
      await ended;
      for (const id of SESSIONS) {
        const records = await journal.read(id);
        const places = acknowledged.get(id) ?? [];
        expect(records.map(({ seq, text }) => [seq, text])).toEqual(
          places.map(([place, number]) => [place, chunk(`${number}`).text]),
        );
      }
    },
    STOPS * 30_000 + 60_000,
  );
});

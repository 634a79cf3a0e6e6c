/**
 * The statement that keeps a machine's leases alive and what others know of it, and brings what it should know of them.
 */

import { objectOf, parseJson, stringOf } from "@tenon/basis";

import type { KnownMachine, MachineDescription } from "../journal.ts";
import type { Lease } from "../store/store.ts";
import type { Connections, Row } from "./connections.ts";
import { FORMAT } from "./schema.ts";
import { UNTIL } from "./session-table.ts";
import { withoutNul } from "./text-values.ts";

export interface Renewal {
  readonly lost: readonly Lease[];
  readonly machines: readonly KnownMachine[];
  /** The format of the tables, if a newer version has made them such that this one cannot use them. */
  readonly newerFormat: number | undefined;
}

/**
 * A machine's row has its address and an id: two may have the same address, such as 127.0.0.1, which leads each to itself. An
 * address alone is an older version's row. One that is started again puts an end to the row of its last start.
 */
const RENEW = `
  WITH before AS (
    DELETE FROM tenon_machines
    WHERE split_part(address, ' ', 1) = split_part($4, ' ', 1) AND address <> $4 AND until <= clock_timestamp()
  ), machine AS (
    INSERT INTO tenon_machines (address, description, until) SELECT $4::text, $5::text, ${UNTIL("$3")}
    WHERE $4::text IS NOT NULL
    ON CONFLICT (address) DO UPDATE SET description = excluded.description, until = excluded.until
  ), renewed AS (
    UPDATE tenon_sessions s SET lease_until = ${UNTIL("$3")}
    FROM unnest($1::bigint[], $2::bigint[]) AS held (key, epoch)
    WHERE s.key = held.key AND s.epoch = held.epoch AND s.owner IS NOT NULL RETURNING s.key
  )
  SELECT key, NULL AS description, NULL AS is_up, NULL::integer AS format FROM unnest($1::bigint[]) AS held (key)
    WHERE key NOT IN (SELECT key FROM renewed)
  UNION ALL SELECT NULL, description, until > clock_timestamp(), NULL::integer FROM tenon_machines WHERE address <> $4::text
  UNION ALL SELECT NULL, NULL, NULL, format FROM tenon_format WHERE oldest_user > ${FORMAT}`;

export async function renewLeases(
  { writing }: Connections,
  leases: readonly Lease[],
  leaseMs: number,
  { id, description }: { readonly id: string; readonly description: MachineDescription | undefined },
): Promise<Renewal> {
  const values = [
    leases.map(({ key }) => key),
    leases.map(({ epoch }) => epoch),
    leaseMs,
    description ? withoutNul(`${description.address} ${id}`) : null,
    description ? withoutNul(JSON.stringify(description)) : null,
  ];
  const rows = await writing(async (client) => (await client.query<Row>(RENEW, values)).rows);
  const lost = new Set(rows.map(({ key }) => key));
  const [newerFormat] = rows.flatMap(({ format }) => (format === null ? [] : [Number(format)]));
  return { lost: leases.filter(({ key }) => lost.has(key)), machines: rows.flatMap(toMachine), newerFormat };
}

function toMachine({ description: text, is_up: isUp }: Row): readonly KnownMachine[] {
  const description = objectOf(parseJson(stringOf(text) ?? ""));
  const address = stringOf(description["address"]);
  return address === undefined ? [] : [{ description: { ...description, address }, isUp: isUp === true }];
}

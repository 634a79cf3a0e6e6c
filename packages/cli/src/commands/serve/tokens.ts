/**
 * `tenon serve token`: tokens of other people. A gateway that runs follows within a second.
 */

import type { OrganisationRole, People } from "@tenon/gateway";

import { phrase, t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { printableLine } from "../../terminal/printable.ts";
import { openUserPeople } from "../../user/user-people.ts";

interface CreateFlags {
  readonly expires?: number;
  readonly role?: OrganisationRole;
  readonly json: boolean;
}

export async function runCreateToken({ expires, role, json }: CreateFlags, name: string): Promise<void> {
  await using people = await openPeople();
  const expiresAt = expires === undefined ? {} : { expiresAt: Date.now() + expires };
  const created = await people.createToken({ name, ...(role && { role }), ...expiresAt });
  people.local.record("token-create", { details: { token: created.id, person: created.person.name } });
  await writeStdout(json ? `${JSON.stringify({ ...created, ...expiresAt })}\n` : `${created.token}\n`);
}

export async function runListTokens({ json }: { readonly json: boolean }): Promise<void> {
  await using people = await openPeople();
  const tokens = await listed(people);
  if (json) return await writeStdout(`${JSON.stringify(tokens, undefined, 2)}\n`);
  if (tokens.length === 0) return await writeStdout(`${t("No tokens.")}\n`);
  for (const { id, name, role, state } of tokens) {
    const person = t("{name} ({role})", { name: printableLine(name), role: t(ROLES[role]) });
    await writeStdout(`${id}  ${person}  ${state}\n`);
  }
}

const ROLES: Readonly<Record<OrganisationRole, string>> = {
  administrator: phrase("administrator"),
  member: phrase("member"),
  guest: phrase("guest"),
};

export async function runRevokeToken({ json }: { readonly json: boolean }, given: string): Promise<void> {
  await using people = await openPeople();
  const meant = (await listed(people)).filter(({ id, name }) => id === given || name === given);
  if (meant.length === 0) throw new UsageError(t('No token with the id or name "{given}"', { given }));
  const revoked: string[] = [];
  for (const { id } of meant) {
    if (!(await people.revokeToken(id))) continue;
    people.local.record("token-revoke", { details: { token: id } });
    revoked.push(id);
  }
  const text = t("Revoked {count} of {all}.", { count: revoked.length, all: meant.length });
  await writeStdout(`${json ? JSON.stringify({ revoked }) : text}\n`);
}

function openPeople(): Promise<People> {
  return openUserPeople({
    onFailure: (error) => {
      throw error;
    },
  });
}

async function listed({ store }: People) {
  const people = new Map((await store.people()).map((person) => [person.id, person]));
  return (await store.tokens()).map(({ id, personId, createdAt, expiresAt, revokedAt }) => {
    const { name = "", role = "guest" } = people.get(personId) ?? {};
    return { id, name, role, createdAt, expiresAt, revokedAt, state: stateOf({ expiresAt, revokedAt }) };
  });
}

function stateOf({ expiresAt, revokedAt }: { expiresAt: number | undefined; revokedAt: number | undefined }): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (revokedAt !== undefined) return t("revoked {day}", { day: day(revokedAt) });
  if (expiresAt === undefined) return t("never expires");
  const values = { day: day(expiresAt) };
  return expiresAt <= Date.now() ? t("expired {day}", values) : t("expires {day}", values);
}

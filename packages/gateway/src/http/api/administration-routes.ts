/**
 * For administrators: people, tokens, what each role may use, and the audit. For everyone else these routes do not exist.
 */

import { defined, isString, itemsOf, type JsonObject, numberOf, objectOf, stringOf } from "@tenon/basis";
import { Hono } from "hono";

import { PeopleError } from "../../people/people-error.ts";
import type { People } from "../../people/people.ts";
import { type Allowance, organisationRoles } from "../../people/person.ts";
import type { AuditQuery, StoredToken } from "../../people/store/people-store.ts";
import { apiFailure } from "./api-failure.ts";
import type { ApiOptions } from "./api.ts";
import type { HttpEnvironment } from "./http-environment.ts";
import { may, notFound } from "./may.ts";
import { readExpiry, readFields } from "./read-body.ts";
import { sendLines } from "./send-lines.ts";
import { record } from "./session-routes.ts";

export function administrationRoutes(options: ApiOptions & { readonly people: People }): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.route("/", personRoutes(options));
  routes.route("/", tokenRoutes(options));
  routes.route("/", auditRoutes(options));
  routes.route("/", overviewRoutes(options));
  return routes;
}

function personRoutes({ people, limits }: ApiOptions & { readonly people: People }): Hono<HttpEnvironment> {
  const { store } = people;
  const routes = new Hono<HttpEnvironment>();
  routes.get("/people", may("administer"), async (context) => context.json({ people: await store.people() }));

  routes.patch("/people/:person", may("administer"), async (context) => {
    const id = context.req.param("person");
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const role = organisationRoles.find((known) => known === fields["role"]);
    if (fields["role"] !== undefined && !role) return badRole();
    const allowance = fields["allowance"] === undefined ? undefined : readAllowance(objectOf(fields["allowance"]));
    const isRemoved = typeof fields["isRemoved"] === "boolean" ? fields["isRemoved"] : undefined;
    const changes = {
      ...(role && { role }),
      ...(allowance && { allowance }),
      ...(isRemoved !== undefined && { isRemoved }),
    };
    if (!(await store.changePerson(id, changes))) return notFound();
    await people.refresh();
    record(context, "person-change", { person: id, ...changes });
    return context.json(await store.person(id));
  });

  routes.delete("/people/:person", may("administer"), async (context) => {
    const id = context.req.param("person");
    if (!(await store.changePerson(id, { isRemoved: true }))) return notFound();
    for (const token of await store.tokens()) {
      if (token.personId === id) await store.revokeToken(token.id, people.now());
    }
    await store.removeRoles(id);
    await store.removeLinksOf(id);
    await people.refresh();
    record(context, "person-remove", { person: id });
    return context.body(null, 204);
  });

  routes.get("/roles", may("administer"), async (context) => context.json({ roles: await store.allowances() }));

  routes.put("/roles/:role", may("administer"), async (context) => {
    const role = organisationRoles.find((known) => known === context.req.param("role"));
    if (!role) return notFound();
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const allowance = readAllowance(fields);
    await store.setAllowance(role, allowance);
    await people.refresh();
    record(context, "role-change", { role, allowance });
    return context.body(null, 204);
  });
  return routes;
}

function tokenRoutes({ people, limits }: ApiOptions & { readonly people: People }): Hono<HttpEnvironment> {
  const { store } = people;
  const routes = new Hono<HttpEnvironment>();
  routes.get("/tokens", may("administer"), async (context) =>
    context.json({ tokens: (await store.tokens()).map(withoutHash) }),
  );

  routes.post("/tokens", may("administer"), async (context) => {
    const fields = await readFields(context, limits);
    if (fields instanceof Response) return fields;
    const name = stringOf(fields["name"]) ?? "";
    const role = organisationRoles.find((known) => known === fields["role"]);
    if (fields["role"] !== undefined && !role) return badRole();
    const expiresAt = readExpiry(fields, people.now());
    if (expiresAt instanceof Response) return expiresAt;
    try {
      const created = await people.createToken({ name, ...(role && { role }), ...(expiresAt && { expiresAt }) });
      record(context, "token-create", { token: created.id, person: created.person.name });
      return context.json(created, 201);
    } catch (error) {
      if (error instanceof PeopleError) return apiFailure(400, error.code, error.message);
      throw error;
    }
  });

  routes.delete("/tokens/:token", may("administer"), async (context) => {
    const id = context.req.param("token");
    if (!(await people.revokeToken(id))) return notFound();
    record(context, "token-revoke", { token: id });
    return context.body(null, 204);
  });
  return routes;
}

function auditRoutes({ people }: ApiOptions & { readonly people: People }): Hono<HttpEnvironment> {
  const { store } = people;
  const routes = new Hono<HttpEnvironment>();
  routes.get("/audit", may("administer"), async (context) => {
    const query = auditQuery(context.req.query());
    return query ? context.json({ entries: await store.audit(query) }) : badAuditQuery();
  });

  routes.get("/audit/export", may("administer"), (context) => {
    const query = auditQuery(context.req.query());
    if (!query) return badAuditQuery();
    record(context, "audit-export");
    context.header("Content-Disposition", 'attachment; filename="tenon-audit.jsonl"');
    return sendLines(context, auditLines(people, query));
  });
  return routes;
}

async function* auditLines({ store }: People, query: AuditQuery): AsyncGenerator<string, void> {
  let { before } = query;
  for (;;) {
    const entries = await store.audit({ ...query, limit: MAX_ENTRIES, ...(before !== undefined && { before }) });
    for (const entry of entries) yield JSON.stringify(entry);
    before = entries.at(-1)?.number;
    if (before === undefined) return;
  }
}

/** What the administration page shows of sessions and machines beside their lists. */
function overviewRoutes({ people, gateway }: ApiOptions & { readonly people: People }): Hono<HttpEnvironment> {
  const routes = new Hono<HttpEnvironment>();
  routes.get("/owners", may("administer"), async (context) =>
    context.json({ owners: Object.fromEntries(await people.store.owners()) }),
  );

  routes.get("/machines", may("administer"), (context) => context.json({ machines: gateway.machines() }));
  return routes;
}

const MAX_ENTRIES = 500;

function auditQuery(given: Readonly<Record<string, string>>): AuditQuery | undefined {
  const { limit = "100", before, person, session, action, search } = given;
  const [most, end] = [Number(limit), before === undefined ? undefined : Number(before)];
  if (!Number.isInteger(most) || most < 1 || most > MAX_ENTRIES || (end !== undefined && !Number.isInteger(end))) {
    return undefined;
  }
  return {
    limit: most,
    ...(end !== undefined && { before: end }),
    ...(person && { personId: person }),
    ...(session && { sessionId: session }),
    ...(action && { action }),
    ...(search && { search }),
  };
}

function badAuditQuery(): Response {
  return apiFailure(400, "bad_query", `"limit" must be an integer from 1 to ${MAX_ENTRIES}, and "before" an integer`);
}

function readAllowance(fields: JsonObject): Allowance {
  const strings = (name: "agents" | "folders") =>
    Array.isArray(fields[name]) ? { [name]: itemsOf(fields[name]).filter(isString) } : {};
  const count = (name: "maxSessions" | "promptsPerMinute" | "maxServers") => {
    const value = numberOf(fields[name]);
    return value !== undefined && Number.isInteger(value) && value >= 0 ? { [name]: value } : {};
  };
  return {
    ...strings("agents"),
    ...strings("folders"),
    ...count("maxSessions"),
    ...count("promptsPerMinute"),
    ...count("maxServers"),
  };
}

function withoutHash({ id, personId, createdAt, expiresAt, revokedAt }: StoredToken): Omit<StoredToken, "hash"> {
  return { id, personId, createdAt, ...defined({ expiresAt, revokedAt }) };
}

function badRole(): Response {
  return apiFailure(400, "bad_role", `"role" must be one of ${organisationRoles.join(", ")}`);
}

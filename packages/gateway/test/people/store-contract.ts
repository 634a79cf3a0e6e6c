/**
 * What every store of people does.
 */

import { openMemoryPeople, type Person, type PeopleStore } from "@tenon/gateway";
import { expect, it } from "vitest";

export interface OpenedStore extends AsyncDisposable {
  readonly store: PeopleStore;
  /** What another process has of the same people. */
  again(): Promise<PeopleStore>;
}

export function peopleStoreContract(open: () => Promise<OpenedStore>): void {
  it("keeps people, and finds them by id, name and subject", async () => {
    await using opened = await open();
    const { store } = opened;
    const subject = { issuer: "https://id.example.com", subject: "42" };
    expect(await store.addPerson(person("a", "Alice", { subject }))).toBe(true);
    expect(await store.person("a")).toEqual(person("a", "Alice", { subject }));
    expect((await store.personNamed("ALICE"))?.id).toBe("a");
    expect((await store.personWithSubject(subject))?.id).toBe("a");
    expect(await store.personWithSubject({ ...subject, subject: "43" })).toBeUndefined();
    expect(await store.changePerson("a", { role: "guest", allowance: { agents: ["tenon"] } })).toBe(true);
    expect(await store.person("a")).toMatchObject({ name: "Alice", role: "guest", allowance: { agents: ["tenon"] } });
    expect(await store.changePerson("nobody", { role: "guest" })).toBe(false);
  });

  it("has one person for a name in any case, and for a subject", async () => {
    await using opened = await open();
    const { store } = opened;
    const subject = { issuer: "https://id.example.com", subject: "42" };
    await store.addPerson(person("a", "Alice", { subject }));
    expect(await store.addPerson(person("b", "aLICE"))).toBe(false);
    expect(await store.addPerson(person("c", "Carol", { subject }))).toBe(false);
    expect(await store.people()).toHaveLength(1);
  });

  it("revokes a token once and for good", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.addPerson(person("a", "Alice"));
    const token = { id: "t", personId: "a", hash: "h", createdAt: 1, expiresAt: 1_790_000_000_000 };
    await store.addToken(token);
    expect(await store.tokenWithHash("h")).toEqual(token);
    expect(await store.revokeToken("t", 5)).toBe(true);
    expect(await store.revokeToken("t", 6)).toBe(false);
    expect(await store.token("t")).toMatchObject({ revokedAt: 5 });
    expect(await store.tokens()).toHaveLength(1);
  });

  it("spends a cookie or a ticket once, for every process, until it would have ended by itself", async () => {
    await using opened = await open();
    const { store } = opened;
    const other = await opened.again();
    const before = await store.revision();
    const spent = await Promise.all([store.spend("m", 100, 1), other.spend("m", 100, 1)]);
    expect(spent.toSorted()).toEqual([false, true]);
    expect(await store.revision()).toBeGreaterThan(before);
    expect([await store.isSpent("m"), await other.isSpent("m"), await other.isSpent("n")]).toEqual([true, true, false]);
    expect(await store.spend("n", 200, 100)).toBe(true);
    expect([await store.isSpent("m"), await store.isSpent("n")]).toEqual([false, true]);
  });

  it("has one role of a person in a session", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.addPerson(person("a", "Alice"));
    await store.setRole("s1", "a", "viewer");
    await store.setRole("s1", "a", "owner");
    await store.setRole("s2", "a", "viewer");
    expect(await store.rolesOf("a")).toEqual(
      new Map([
        ["s1", "owner"],
        ["s2", "viewer"],
      ]),
    );
    expect(await store.rolesIn("s1")).toEqual([{ person: person("a", "Alice"), role: "owner" }]);
    expect(await store.owners()).toEqual(new Map([["s1", ["Alice"]]]));
    expect(await store.removeRole("s2", "a")).toBe(true);
    expect(await store.removeRole("s2", "a")).toBe(false);
  });

  it("leaves no session without an owner, also when all leave at the same moment", async () => {
    await using opened = await open();
    const { store } = opened;
    const people = ["a", "b", "c", "d"];
    for (const id of people) {
      await store.addPerson(person(id, id));
      await store.setRole("s1", id, "owner");
    }
    const left = await Promise.all(
      people.map((id, n) => (n % 2 === 0 ? store.removeRole("s1", id) : store.setRole("s1", id, "viewer"))),
    );
    expect(left.filter(Boolean)).toHaveLength(3);
    expect((await store.owners()).get("s1")).toHaveLength(1);
    await store.removeRoles(people[left.indexOf(false)] ?? "");
    expect((await store.owners()).has("s1")).toBe(false);
  });

  it("forgets the roles and links of a session with it", async () => {
    await using opened = await open();
    const { store } = opened;
    await store.addPerson(person("a", "Alice"));
    for (const sessionId of ["s1", "s2"]) {
      await store.setRole(sessionId, "a", "owner");
      await store.addLink({ id: `l-${sessionId}`, sessionId, hash: sessionId, role: "viewer", ...BY_ALICE });
    }
    await store.forgetSession("s1");
    expect([...(await store.rolesOf("a")).keys()]).toEqual(["s2"]);
    expect(await store.linkWithHash("s1")).toBeUndefined();
    expect(await store.linksOf("s2")).toHaveLength(1);
    // Of another session it is not found.
    expect(await store.removeLink("s1", "l-s2")).toBe(false);
    expect(await store.removeLink("s2", "l-s2")).toBe(true);
  });

  it("closes the links of a session to one person, and ends those that a person has made", async () => {
    await using opened = await open();
    const { store } = opened;
    for (const id of ["a", "b"]) await store.addPerson(person(id, id));
    const addLink = (id: string, sessionId: string, createdBy: string) =>
      store.addLink({ id, sessionId, hash: id, role: "viewer", ...BY_ALICE, createdBy });
    await addLink("l1", "s1", "a");
    await addLink("l2", "s2", "a");
    await addLink("l3", "s1", "b");
    await store.closeLinks("s1", "b");
    await store.closeLinks("s1", "b");
    await addLink("l4", "s1", "b");
    const joined = await Promise.all(["l1", "l2", "l3", "l4", "none"].map((link) => store.join(link, "b", "viewer")));
    expect(joined).toEqual([false, true, false, true, false]);
    expect(await store.join("l1", "a", "prompter")).toBe(true);
    await store.removeLinksOf("b", "s2");
    await store.removeLinksOf("b", "s1");
    expect((await store.linksOf("s1")).map(({ id }) => id)).toEqual(["l1"]);
    await store.removeLinksOf("a");
    expect([await store.linksOf("s1"), await store.linksOf("s2")]).toEqual([[], []]);
  });

  it("counts every change of what people may do, by any process, and no line of the audit", async () => {
    await using opened = await open();
    const { store } = opened;
    const before = await store.revision();
    const other = await opened.again();
    await other.addPerson(person("a", "Alice"));
    const after = await store.revision();
    expect(after).toBeGreaterThan(before);
    await store.record({ at: 1, personId: "a", name: "Alice", action: "prompt" });
    expect(await store.revision()).toBe(after);
    await store.setAllowance("member", { promptsPerMinute: 3 });
    expect(await other.allowances()).toEqual({ member: { promptsPerMinute: 3 } });
    expect(await other.revision()).toBeGreaterThan(after);
  });

  it("says of whom something has changed", async () => {
    await using opened = await open();
    const { store } = opened;
    for (const id of ["a", "b", "c"]) await store.addPerson(person(id, id));
    await store.setRole("s1", "b", "owner");
    const before = await store.revision();
    expect(await store.changedSince(before)).toEqual([]);
    await store.setRole("s1", "a", "viewer");
    expect(await store.changedSince(before)).toEqual(["a"]);
    await store.forgetSession("s1");
    expect((await store.changedSince(before)).toSorted()).toEqual(["a", "b"]);
    await store.setAllowance("member", {});
    expect(await store.changedSince(before)).toHaveLength(3);
  });

  it("finds lines of the audit by person, session, action and words, the newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    const line = { personId: "a", name: "Alice" };
    await store.record({ ...line, at: 1, action: "prompt", sessionId: "s1" });
    await store.record({ ...line, at: 2, action: "answer", sessionId: "s1", details: { optionId: "100%_sure" } });
    await store.record({ at: 3, personId: "b", name: "Bob", action: "prompt", sessionId: "s2" });
    const found = async (query: object) => (await store.audit({ limit: 10, ...query })).map(({ at }) => at);
    expect(await found({})).toEqual([3, 2, 1]);
    expect(await found({ personId: "a" })).toEqual([2, 1]);
    expect(await found({ sessionId: "s2" })).toEqual([3]);
    expect(await found({ action: "prompt" })).toEqual([3, 1]);
    expect(await found({ search: "ALICE" })).toEqual([2, 1]);
    expect(await found({ search: "100%_" })).toEqual([2]);
    expect(await found({ search: "%" })).toEqual([2]);
    const [newest] = await store.audit({ limit: 1 });
    expect(await found({ before: newest?.number })).toEqual([2, 1]);
  });

  it("is copied whole into a store without people, there and back, and into no other", async () => {
    await using opened = await open();
    const { store } = opened;
    const [from, back] = [await openMemoryPeople(), await openMemoryPeople()];
    const alice = person("a", "Alice", {
      subject: { issuer: "https://id", subject: "1" },
      allowance: { folders: ["/a"] },
    });
    const bob = person("b", "Bob", { isRemoved: true });
    for (const one of [alice, bob]) await from.addPerson(one);
    await from.addToken({ id: "t1", personId: "a", hash: "h1", createdAt: 1, expiresAt: 2 ** 42 });
    await from.addToken({ id: "t2", personId: "b", hash: "h2", createdAt: 2 });
    await from.revokeToken("t2", 3);
    await from.setRole("s1", "a", "owner");
    await from.addLink({ id: "l1", sessionId: "s1", hash: "l1", role: "viewer", ...BY_ALICE });
    await from.closeLinks("s1", "b");
    await from.spend("signed out", 2 ** 42, 1);
    await from.setAllowance("guest", { agents: ["tenon"] });
    for (let n = 0; n < 1_100; n += 1)
      await from.record({ at: n, personId: "a", name: "Alice", action: "prompt", sessionId: "s1", details: { n } });
    const contents = await from.contents();
    expect(await store.fill(contents)).toBe(true);
    expect(await store.fill(contents)).toBe(false);
    expect(await back.fill(await store.contents())).toBe(true);
    expect(await back.contents()).toEqual(contents);
    expect(await store.people()).toEqual([alice, bob]);
    expect(await store.tokenWithHash("h2")).toMatchObject({ id: "t2", revokedAt: 3 });
    expect([await store.isSpent("signed out"), await store.join("l1", "b", "viewer")]).toEqual([true, false]);
    expect((await store.audit({ limit: 2 })).map(({ details }) => details)).toEqual([{ n: 1_099 }, { n: 1_098 }]);
    for (const copied of [from, back]) await copied.close();
  });
}

const BY_ALICE = { createdBy: "a", createdAt: 1 };

function person(id: string, name: string, more: Partial<Person> = {}): Person {
  return { id, name, role: "member", isRemoved: false, allowance: {}, createdAt: 1, ...more };
}

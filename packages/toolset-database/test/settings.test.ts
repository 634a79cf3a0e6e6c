import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { databaseToolset } from "../src/index.ts";
import { readSettings } from "../src/settings.ts";

describe("the settings of the toolset", () => {
  it.each([
    [
      "postgres://ada:p%40ss@db.example.com:6000/shop?sslmode=verify-full",
      { host: "db.example.com", port: 6000, password: "p@ss", tls: "verified" },
    ],
    ["postgresql://ada@localhost/shop", { host: "localhost", port: 5432, password: undefined, tls: "off" }],
    ["postgres://ada@%2Fvar%2Frun%2Fpostgresql/shop", { host: "/var/run/postgresql" }],
    ["postgres://ada@localhost/shop?host=/run/pg", { host: "/run/pg" }],
    ["postgres://ada@[::1]/shop", { host: "::1" }],
  ])("takes the Postgres URL %s", (url, expected) => {
    const { address } = readSettings({ DATABASE_URL: url });
    expect(address).toMatchObject({ type: "postgres", user: "ada", database: "shop", ...expected });
  });

  it.each([
    ["shop.db", resolve("shop.db")],
    ["sqlite:shop.db", resolve("shop.db")],
    ["sqlite:///srv/a b.db", "/srv/a b.db"],
    ["file:///srv/a%20b.db", "/srv/a b.db"],
  ])("takes the SQLite file %s", (url, file) => {
    expect(readSettings({ DATABASE_URL: url }).address).toEqual({ type: "sqlite", file });
  });

  it("takes the address in parts", () => {
    const parts = {
      DB_HOST: "h",
      DB_PORT: "1",
      DB_NAME: "shop",
      DB_USER: "ada",
      DB_PASSWORD: "x",
      DB_SSLMODE: "require",
    };
    expect(Object.values(readSettings(parts).address)).toEqual(["postgres", "h", 1, "shop", "ada", "x", "unverified"]);
    expect(readSettings({ DB_USER: "ada", DB_NAME: "shop" }).address).toMatchObject({
      type: "postgres",
      host: "localhost",
    });
    expect(readSettings({ DB_NAME: "shop.db" }).address).toEqual({ type: "sqlite", file: resolve("shop.db") });
    expect(readSettings({}).address).toEqual({ type: "sqlite", file: resolve("database.sqlite") });
  });

  it.each([
    [{ DATABASE_URL: "mysql://x/y" }, "DATABASE_URL must begin with"],
    [{ DATABASE_URL: "postgres://localhost" }, "must name a user"],
    [{ DB_HOST: "h", DB_NAME: "n" }, "DB_USER is not set"],
    [{ DB_PORT: "many", DB_NAME: "n", DB_USER: "u" }, "DB_PORT must be a non-negative integer"],
    [{ DB_READ_ONLY: "perhaps" }, "DB_READ_ONLY must be 1 or 0"],
    [{ DATABASE_URL: "postgres://u@h/d?sslmode=maybe" }, "sslmode must be"],
  ])("names what is wrong with %j", (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  it.each([
    ["postgres://u@db/shop", false],
    ["postgres://u@db/shop_prod", true],
    ["postgres://u@db.production.internal/shop", true],
    ["postgres://u@db/products", false],
    ["sqlite:live.db", true],
  ])("asks about everything in a production database: %s", (url, asks) => {
    const { policy } = databaseToolset({ DATABASE_URL: url });
    expect(policy.some(({ tool }) => tool === "*")).toBe(asks);
    expect(policy.filter(({ effect }) => effect === "ask")).toHaveLength(policy.length);
  });

  it("are those that the MCP registry lists", () => {
    const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")) as Manifest;
    const [manifest, { name, version, mcpName }] = [read("server.json"), read("package.json")];
    expect(manifest).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
    expect(manifest.description.length).toBeLessThanOrEqual(100);
    const source = readFileSync(new URL("../src/settings.ts", import.meta.url), "utf8");
    const used = new Set(source.match(/\bD(?:B_[A-Z_]+|ATABASE_URL)\b/g));
    expect(new Set(manifest.packages[0]?.environmentVariables.map((one) => one.name))).toEqual(used);
  });
});

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
  readonly description: string;
  readonly packages: readonly { readonly environmentVariables: readonly { readonly name: string }[] }[];
}

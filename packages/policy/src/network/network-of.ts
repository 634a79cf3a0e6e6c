/**
 * Where an IP address leads. An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4) leads where it leads alone.
 */

import { BlockList, isIP } from "node:net";

import type { Network } from "../subject.ts";

/** `address` is IPv4 or IPv6, as the system's resolver gives it; what is neither is "reserved". */
export function networkOf(address: string): Network {
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  if (family === 0) return "reserved";
  if (family === 4) return find(V4, plain, "ipv4") ?? "public";
  const groups = groupsOf(plain);
  const embedded = embeddedAddress(groups);
  if (embedded !== undefined) return networkOf(embedded);
  // Only a part of IPv6 has been given out: 2000::/3.
  return find(V6, plain, "ipv6") ?? ((groups[0] ?? 0) >> 13 === 1 ? "public" : "reserved");
}

type Table = readonly (readonly [network: Exclude<Network, "public">, ...subnets: string[]])[];

const V4: Table = [
  ["loopback", "127.0.0.0/8"],
  ["private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"],
  ["link-local", "169.254.0.0/16"],
  [
    "reserved",
    // "This network" leads to our own machine on Linux; the others are tests, documentation, relays, many at once.
    "0.0.0.0/8",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
  ],
];

const V6: Table = [
  ["loopback", "::1/128"],
  ["private", "fc00::/7", "fec0::/10"],
  ["link-local", "fe80::/10"],
  ["reserved", "2001::/23", "2001:db8::/32", "3fff::/20"],
];

/** The lists are made for each address: they are asked rarely, and would be made with every start of an agent. */
function find(table: Table, address: string, family: "ipv4" | "ipv6"): Network | undefined {
  const isIn = (subnets: readonly string[]) => {
    const list = new BlockList();
    for (const subnet of subnets) {
      const [net = "", prefix] = subnet.split("/");
      list.addSubnet(net, Number(prefix), family);
    }
    return list.check(address, family);
  };
  return table.find(([, ...subnets]) => isIn(subnets))?.[0];
}

/** The eight groups of an IPv6 address. The URL's parser brings every notation into one. */
function groupsOf(address: string): readonly number[] {
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const read = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function embeddedAddress(groups: readonly number[]): string | undefined {
  const starts = (...prefix: readonly number[]) => prefix.every((group, index) => groups[index] === group);
  const at = (index: number) => {
    const [high = 0, low = 0] = groups.slice(index);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  };
  const isMapped = starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0);
  if (isMapped || starts(0x64, 0xff9b, 0, 0, 0, 0)) return at(6);
  return starts(0x2002) ? at(1) : undefined;
}

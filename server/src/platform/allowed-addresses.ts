import type { BlockList } from "node:net";
import { networkList } from "./networks.ts";
import ipaddr from "ipaddr.js";

/** Addresses that our servers may call: all that are public, and those of these networks. */
export class AllowedAddresses {
  readonly #listed: BlockList;

  /** @param networks addresses, or networks with their bits, as `10.8.0.0/16` */
  constructor(networks: readonly string[]) {
    this.#listed = networkList(networks);
  }

  /** Returns whether one of our servers may call this address. */
  allows(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    // an IPv4 address in the clothes of an IPv6 one is judged as what it is
    const plain = ipaddr.process(address);
    const family = plain.kind();
    if (NEVER.check(plain.toString(), family)) return false;
    const isPublic =
      plain.range() === "unicast" && (family === "ipv4" || GLOBAL.check(plain.toString(), family));
    return isPublic || this.#listed.check(plain.toString(), family);
  }

  /** Returns whether the address is of one of the networks. */
  lists(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const plain = ipaddr.process(address);
    return this.#listed.check(plain.toString(), plain.kind());
  }
}

/** The part of IPv6 that is given out; what is below it may be an IPv4 address in disguise. */
const GLOBAL = networkList(["2000::/3"]);

/** Addresses at which clouds hand a machine its own keys: never allowed, whatever network is listed. */
const NEVER = networkList([
  "169.254.0.0/16",
  "fe80::/10",
  "100.100.100.200",
  "168.63.129.16",
  "fd00:ec2::254",
]);

import { BlockList, isIP } from "node:net";

/** Returns the list of addresses and networks that a setting names. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of networks) {
    const [address = "", bits] = one.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Returns whether an address is on the list, an IPv4 one in IPv6 form too. */
export function isListed(list: BlockList, given: string): boolean {
  const address = given.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? "ipv6" : "ipv4");
}

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

/** Returns the key that a client is counted under: the address, or the /64 network of an IPv6 subscriber. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

import { expect, test } from "vitest";
import { AllowedAddresses } from "./allowed-addresses.ts";

const nothingListed = new AllowedAddresses([]);

test.each(["8.8.8.8", "223.5.5.5", "172.32.0.1", "2400:3200::1", "::ffff:8.8.8.8"])(
  "a public address is an app's: %s",
  (address) => {
    expect(nothingListed.allows(address)).toBe(true);
  },
);

test.each([
  ["this machine", "127.0.0.1"],
  ["this machine", "127.8.9.1"],
  ["this machine", "::1"],
  ["every address of this machine", "0.0.0.0"],
  ["every address of this machine", "::"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.254"],
  ["private", "192.168.1.1"],
  ["private", "fd12:3456::1"],
  ["private of old", "fec0::1"],
  ["a provider's own", "100.64.0.1"],
  ["of the link", "169.254.10.1"],
  ["of the link", "fe80::1"],
  ["a cloud's keys", "169.254.169.254"],
  ["a cloud's keys", "100.100.100.200"],
  ["a cloud's keys", "168.63.129.16"],
  ["a cloud's keys", "fd00:ec2::254"],
  ["to many", "224.0.0.1"],
  ["to many", "ff02::1"],
  ["to all", "255.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["for benchmarks", "198.18.0.1"],
  ["for documents", "192.0.2.1"],
  ["for documents", "2001:db8::1"],
  ["IPv4 within IPv6, mapped", "::ffff:127.0.0.1"],
  ["IPv4 within IPv6, mapped, as hexadecimals", "::ffff:7f00:1"],
  ["IPv4 within IPv6, compatible", "::127.0.0.1"],
  ["IPv4 within IPv6, compatible, as a URL writes it", "::7f00:1"],
  ["IPv4 within IPv6, compatible, a cloud's keys", "::a9fe:a9fe"],
  ["nobody's yet", "4000::1"],
  ["IPv4 within IPv6, translated", "64:ff9b::7f00:1"],
  ["IPv4 within IPv6, tunnelled", "2002:7f00:1::"],
  ["IPv4 within IPv6, Teredo", "2001::1"],
  ["no address", "localhost"],
  ["no address", ""],
])("is no app's unless listed: %s, %s", (_what, address) => {
  expect(nothingListed.allows(address)).toBe(false);
});

test("a listed network is an app's, in either writing, and no other", () => {
  const allowed = new AllowedAddresses(["10.8.0.0/16", "192.168.1.20", "fd12::/16"]);
  for (const address of ["10.8.3.4", "::ffff:10.8.3.4", "192.168.1.20", "fd12::9", "8.8.8.8"]) {
    expect(allowed.allows(address), address).toBe(true);
  }
  for (const address of ["10.9.0.1", "192.168.1.21", "fd13::9", "127.0.0.1"]) {
    expect(allowed.allows(address), address).toBe(false);
  }
});

test("where clouds keep a machine's keys is no app's, whatever is listed", () => {
  const allowed = new AllowedAddresses(["0.0.0.0/0", "::/0"]);
  expect(allowed.allows("127.0.0.1")).toBe(true);
  for (const address of ["169.254.169.254", "::ffff:169.254.169.254", "100.100.100.200"]) {
    expect(allowed.allows(address), address).toBe(false);
  }
});

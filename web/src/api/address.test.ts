import { describe, expect, test } from "vitest";
import { apiAddressFor, parseAddresses } from "./address.ts";

const NO_ADDRESSES = { dev: "", test: "", pre: "", prod: "" };
const ADDRESSES = {
  dev: "https://dev.api.cn",
  test: "https://test.api.cn",
  pre: "https://pre.api.cn",
  prod: "https://api.cn",
};

describe("RQ-02: where the API is, by the page's host", () => {
  test.each([
    ["localhost", "", ""],
    ["localhost", "7100", ""],
    ["school.localhost", "7100", ""],
    ["127.0.0.1", "7100", ""],
    ["192.168.3.20", "", ""],
    ["10.0.0.7", "443", ""],
    ["[::1]", "7100", ""],
    ["localhost", "8080", ADDRESSES.dev],
    ["192.168.3.20", "8080", ADDRESSES.dev],
    ["127.0.0.1", "18080", ADDRESSES.dev],
    ["dev.xuemen.cn", "", ADDRESSES.dev],
    ["my-DEV-box.cn", "", ADDRESSES.dev],
    ["test.xuemen.cn", "", ADDRESSES.test],
    ["pre.xuemen.cn", "", ADDRESSES.pre],
    ["dev-test.xuemen.cn", "", ADDRESSES.dev],
    ["www.xuemen.cn", "", ADDRESSES.prod],
    ["www.xuemen.cn", "8080", ADDRESSES.prod],
    ["127.0.0.1.evil.cn", "", ADDRESSES.prod],
  ])("%s port %s → %s", (hostname, port, address) => {
    expect(apiAddressFor({ hostname, port }, ADDRESSES)).toBe(address);
  });

  test("an empty address is the page's own origin", () => {
    expect(apiAddressFor({ hostname: "www.xuemen.cn", port: "" }, NO_ADDRESSES)).toBe("");
  });
});

describe("the operator's file", () => {
  test.each([
    [{ api: { prod: "https://api.cn/" } }, { ...NO_ADDRESSES, prod: "https://api.cn" }],
    [{ api: { prod: "javascript:alert(1)", dev: 7 } }, NO_ADDRESSES],
    [{ api: "https://api.cn" }, NO_ADDRESSES],
    [null, NO_ADDRESSES],
    [[], NO_ADDRESSES],
  ])("%j", (file, addresses) => {
    expect(parseAddresses(file)).toEqual(addresses);
  });
});

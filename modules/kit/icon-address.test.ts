import { expect, test } from "vitest";
import { iconAddress } from "./icon-address.ts";

const MODULE = {
  base: "/platformEntry/",
  fileAddress: (url: string) => `https://api.example${url}`,
};

test.each([
  ["icons/homework.svg", "/platformEntry/icons/homework.svg"],
  ["/dt-platform/v2/file/a.png", "https://api.example/dt-platform/v2/file/a.png"],
])("%s is at %s", (icon, address) => {
  expect(iconAddress(MODULE, icon)).toBe(address);
});

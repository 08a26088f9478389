import { expect, test } from "vitest";
import { withAddresses } from "./lockfile.ts";

const locked = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages });
const addresses = (packages: object) =>
  Object.values<{ resolved?: string }>(JSON.parse(withAddresses(locked(packages))).packages).map(
    ({ resolved }) => resolved,
  );

test("packages of a registry have an address without a registry's host", () => {
  expect(
    addresses({
      "node_modules/react": { version: "19.3.1", integrity: "sha512-a" },
      "node_modules/antd/node_modules/@rc-component/util": {
        version: "1.2.0",
        resolved: "https://mirror.example/@rc-component/util/-/util-1.2.0.tgz",
        integrity: "sha512-b",
      },
      "node_modules/of-another-name": { name: "dayjs", version: "1.0.0", integrity: "sha512-c" },
    }),
  ).toEqual([
    "https://registry.invalid/react/-/react-19.3.1.tgz",
    "https://registry.invalid/@rc-component/util/-/util-1.2.0.tgz",
    "https://registry.invalid/dayjs/-/dayjs-1.0.0.tgz",
  ]);
});

test("packages of this repository have none, and everything else stays", () => {
  const text = `${JSON.stringify(
    JSON.parse(
      locked({
        "": { name: "schoolgate", version: "0.1.0" },
        "modules/antd-icons": { name: "@ant-design/icons", version: "6.0.0" },
        "node_modules/@ant-design/icons": { resolved: "modules/antd-icons", link: true },
      }),
    ),
    null,
    2,
  )}\n`;
  expect(withAddresses(text)).toBe(text);
});

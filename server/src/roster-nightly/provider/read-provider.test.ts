import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOutboundFetch } from "../../platform/outbound-fetch.ts";
import { dataOf, WAYS } from "../failures.fixture.ts";
import { TestProvider } from "../test-provider.fixture.ts";
import { ProviderClient } from "./client.ts";
import { BOUNDS } from "./collection.ts";
import { readProvider } from "./read-provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await TestProvider.start();
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const call = makeOutboundFetch({
  ...{ networks: ["127.0.0.0/8"], setting: "ROSTER_NETWORKS", httpsOnly: true },
  ...{ maxBodyBytes: 16 * 1024 * 1024, timeoutMs: 10_000 },
});

interface Asked {
  demographics?: boolean;
  given?: string;
  maxBytes?: number;
}

function read({ demographics = false, given, ...bounds }: Asked = {}) {
  const { address, token_address, secret } = provider;
  const waits: number[] = [];
  const client = new ProviderClient(
    { address, token_address, client_id: "night", secret, scope: "s" },
    {
      ...{ call, wait: async (ms: number) => void waits.push(ms), ...bounds },
      signal: new AbortController().signal,
    },
  );
  const wanted = {
    ...{ address, demographics, given, known: new Map<string, string>(), bounds: BOUNDS },
    schools: [{ id: "a", name: "启明小学" }],
  };
  return { waits, result: readProvider(client, wanted) };
}

test.each([
  ["with totals and links", {}],
  ["in small pages with links", { most: 5, tells: false }],
  ["in small pages with totals", { most: 5, links: false }],
  ["in small pages that tell nothing", { most: 5, links: false, tells: false }],
])("a roster is read whole, %s", async (_how, served) => {
  Object.assign(provider, served);
  const { records, faults, counts, places } = await read({ demographics: true }).result;
  expect(faults.shown).toEqual([]);
  expect(counts).toMatchObject({ users: 14, enrollments: 14, classes: 2, demographics: 12 });
  expect(places).toEqual(new Map([["org-a", "a"]]));
  // the district is not made here, and a principal is given no rights by a roster
  expect(records.orgs).toEqual([{ sourcedId: "org-a", name: "启明小学", type: "school" }]);
  expect(new Set(records.roles.map(({ role }) => role))).toEqual(new Set(["student", "teacher"]));
  expect(JSON.stringify(records)).not.toMatch(/left alone|110101199003070003/);
});

test("what fails for a moment is asked again, as late as is said; a token that is over is renewed", async () => {
  const failing = new Set(["orgs", "users"]);
  provider.failure = ({ what, before, response, request }) => {
    if (what === "classes" && before === 0) {
      response.writeHead(401).end();
      return true;
    }
    if (!failing.has(what) || before > 0) return false;
    if (what === "orgs") request.socket.destroy();
    else response.writeHead(429, { "retry-after": "7" }).end();
    return true;
  };
  const { waits, result } = read();
  expect((await result).counts.users).toBe(14);
  expect(waits).toEqual([2000, 7000]);
  expect(provider.calls("token")).toBe(2);
});

test("a provider whose pages are too much together is read no further", async () => {
  await expect(read({ maxBytes: 4000 }).result).rejects.toThrow("数据一共太多");
});

test("a school of another name is known by its id at the provider", async () => {
  provider.data["orgs"]?.forEach((org) => (org["name"] = `别名${org["type"] as string}`));
  expect((await read({ given: "org-a" }).result).places).toEqual(new Map([["org-a", "a"]]));
  await expect(read({ given: "org-x" }).result).rejects.toThrow("不属于这里的学校");
});

test("ways to fail are many, each with its own words", () => {
  expect(Object.keys(WAYS).length).toBeGreaterThan(50);
  for (const way of Object.values(WAYS)) expect(dataOf(way)).toHaveProperty("orgs");
});

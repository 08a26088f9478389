import type { ProviderAccess } from "./provider/client.ts";
import { ProviderClient } from "./provider/client.ts";
import type { OutboundFetch } from "../platform/outbound-fetch.ts";
import { waiter } from "./provider/calls.ts";
import { type Cells, cellsOf } from "./provider/cells.ts";
import { BOUNDS, readCollection } from "./provider/collection.ts";
import { matchSchools, type ConnectedSchools } from "./provider/orgs.ts";
import { ProviderFault } from "./provider/provider-fault.ts";
import { FaultList } from "../roster/api.ts";

const NAMES = [
  ["academicSessions", "学期"],
  ["courses", "课程"],
  ["classes", "班级"],
  ["users", "人员"],
  ["enrollments", "选课"],
] as const;
const MAX_NAMED = 5;

/** Calls a provider without changing anything; returns what it shows, or which step fails and why, in sentences. */
export async function tryProvider(
  access: ProviderAccess,
  connected: ConnectedSchools & { demographics: boolean },
  call: OutboundFetch,
): Promise<{ is_ok: boolean; sentences: string[] }> {
  const sentences: string[] = [];
  const { address } = access;
  const { signal } = new AbortController();
  // who looks on is not kept waiting: the first failure is said
  const client = new ProviderClient(access, { call, wait: waiter(signal), signal, tries: 1 });
  try {
    const orgs: Cells<"orgs">[] = [];
    const bounds = { ...BOUNDS, records: 5000, pages: 10 };
    await readCollection(client, { address, name: "orgs", bounds }, (record, position) => {
      orgs.push(cellsOf("orgs", record, { position, faults: new FaultList() }));
    });
    sentences.push("取到了访问令牌");
    const matched = matchSchools(orgs, connected);
    const names = connected.schools
      .filter(({ id }) => [...matched.values()].includes(id))
      .map(({ name }) => name);
    const more = names.length > MAX_NAMED ? `等 ${names.length} 所` : "";
    sentences.push(`看到了学校：${names.slice(0, MAX_NAMED).join("、")}${more}`);
    const counts = [];
    for (const [name, words] of NAMES) counts.push(await countOf(client, address, name, words));
    if (connected.demographics)
      counts.push(await countOf(client, address, "demographics", "性别与生日"));
    sentences.push(`看到了${counts.join("，")}`, "没有改动任何数据");
    return { is_ok: true, sentences };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    return { is_ok: false, sentences: [...sentences, error.message] };
  }
}

async function countOf(
  client: ProviderClient,
  address: string,
  name: string,
  words: string,
): Promise<string> {
  const { total, body } = await client.page(new URL(`${address}/${name}?limit=1&offset=0`), name);
  if (!Array.isArray(Object(body)[name])) {
    throw new ProviderFault(`${name} 的答复里没有 ${name} 列表`);
  }
  return total === undefined ? words : `${words} ${total}`;
}

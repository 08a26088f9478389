import type { ProviderClient } from "./client.ts";
import { ProviderFault } from "./provider-fault.ts";

/** Bounds of one collection. */
export interface Bounds {
  /** Records asked for at once. */
  page: number;
  /** The most records, and pages, of a collection. */
  records: number;
  pages: number;
}
export const BOUNDS: Bounds = { page: 500, records: 1_000_000, pages: 10_000 };

/** One record as it came, by its field. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Reads a whole collection page by page and gives each record to `take`. What is not whole, comes twice or contradicts
 * itself throws `ProviderFault`: half a collection would end everybody of the other half.
 */
export async function readCollection(
  client: ProviderClient,
  { address, name, bounds }: { address: string; name: string; bounds: Bounds },
  take: (record: JsonRecord, position: number) => void,
): Promise<number> {
  const seen = new Map<string, number>();
  let total: number | undefined;
  let url: URL | undefined = pageAt(address, name, { limit: bounds.page, offset: 0 });
  for (let turn = 0; url !== undefined; turn += 1) {
    if (turn >= bounds.pages) throw new ProviderFault(`${name} 的页数没有尽头`);
    const page = await client.page(url, name);
    const records = recordsOf(page.body, name);
    if (turn > 0 && page.total !== total) {
      throw new ProviderFault(`读取 ${name} 期间，对方的总数变了，没有用这些数据`);
    }
    total = page.total;
    for (const record of records) {
      const position = seen.size + 1;
      const id = idOf(record, name, position);
      const first = seen.get(id);
      if (first !== undefined) {
        throw new ProviderFault(`${name} 的第 ${position} 条与第 ${first} 条编号相同`);
      }
      seen.set(id, position);
      if (seen.size > bounds.records) {
        throw new ProviderFault(`${name} 超过 ${bounds.records} 条`);
      }
      take(record, position);
    }
    if (total !== undefined && seen.size > total) throw wrongTotal(name, total, seen.size);
    url = following({ ...page, count: records.length }, seen.size, () =>
      pageAt(address, name, { limit: bounds.page, offset: seen.size }),
    );
    if (url === undefined && total !== undefined && seen.size !== total) {
      throw wrongTotal(name, total, seen.size);
    }
  }
  return seen.size;
}

/** Returns where to read on; undefined at the end. Without a total and without links only an empty page is the end. */
function following(
  {
    total,
    next,
    count,
  }: { total: number | undefined; next: URL | null | undefined; count: number },
  received: number,
  byOffset: () => URL,
): URL | undefined {
  if (count === 0) return undefined;
  if (total !== undefined && received >= total) return undefined;
  if (next instanceof URL) return next;
  if (total !== undefined) return byOffset();
  return next === null ? undefined : byOffset();
}

function pageAt(address: string, name: string, query: { limit: number; offset: number }): URL {
  const url = new URL(`${address}/${name}`);
  url.searchParams.set("limit", String(query.limit));
  url.searchParams.set("offset", String(query.offset));
  return url;
}

function recordsOf(body: unknown, name: string): readonly JsonRecord[] {
  const list: unknown = Object(body)[name];
  if (!Array.isArray(list)) throw new ProviderFault(`${name} 的答复里没有 ${name} 列表`);
  for (const record of list as unknown[]) {
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      throw new ProviderFault(`${name} 的列表里有不是记录的内容`);
    }
  }
  return list as JsonRecord[];
}

function idOf({ sourcedId }: JsonRecord, name: string, position: number): string {
  if (typeof sourcedId === "string" && sourcedId.trim() !== "") return sourcedId.trim();
  throw new ProviderFault(`${name} 的第 ${position} 条没有编号（sourcedId）`);
}

function wrongTotal(name: string, total: number, received: number): ProviderFault {
  return new ProviderFault(`对方说 ${name} 共 ${total} 条，实际给出 ${received} 条`);
}

import { LRUCache } from "lru-cache";
import type { Group } from "./rules.ts";

/** The key of an item; `school_id` is empty for one that is everybody's. */
export interface FoundKey {
  school_id: string;
  id: string;
}

/** A page of a search, with all by which a later search knows whether it would find the same. */
export interface CachedSearchPage {
  groups: Group[];
  keys: FoundKey[];
  /** The owners that were searched, by id, with the counts of their changes that the search saw. */
  versions: readonly { id: string; version: number }[];
  moment: Date;
  /** The first publication after the moment; null where none is to come. */
  next_at: Date | null;
}

/** The most groups and keys that a node keeps: some 200 bytes each. */
const MAX_ENTRIES = 20_000;

/**
 * The pages that this node has found. None is taken for right because it is young: each is compared with the versions of
 * its owners, which are at most a second old, and with the moment of the search.
 */
export class SearchPageCache {
  readonly #pages = new LRUCache<string, CachedSearchPage>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ groups, keys }) => 1 + groups.length + keys.length,
  });

  /** Returns the page if a search of these owners at this moment would find just it. */
  get(
    key: string,
    { owners, moment }: { owners: CachedSearchPage["versions"]; moment: Date },
  ): CachedSearchPage | undefined {
    const page = this.#pages.get(key);
    if (page === undefined || page.versions.length !== owners.length) return undefined;
    const isSame = page.versions.every(
      ({ id, version }, nth) => owners[nth]?.id === id && owners[nth]?.version === version,
    );
    const { next_at } = page;
    const isThen = page.moment <= moment && (next_at === null || moment < next_at);
    return isSame && isThen ? page : undefined;
  }

  set(key: string, page: CachedSearchPage): void {
    this.#pages.set(key, page);
  }
}

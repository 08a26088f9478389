type Document = Record<string, unknown>;
interface Kept {
  /** The fields that it is found by. */
  index: Document;
  item: Document;
  createdAt: number;
}

/**
 * An in-memory store for ltijs, with the interface of its own MongoDB store, for as long as the test runs. Values that
 * MongoDB's encrypts are kept in clear text here.
 */
export class LtijsStore {
  readonly #collections = new Map<string, Kept[]>();

  async setup(): Promise<boolean> {
    return true;
  }

  async Close(): Promise<boolean> {
    this.#collections.clear();
    return true;
  }

  async Get(
    _key: string | false,
    collection: string,
    query?: Document,
  ): Promise<Document[] | false> {
    const found = this.#find(collection, query);
    if (found.length === 0) return false;
    return found.map(({ item, createdAt }) => ({ ...item, createdAt }));
  }

  async Insert(
    _key: string | false,
    collection: string,
    item: Document,
    index?: Document,
  ): Promise<boolean> {
    this.#all(collection).push({ index: { ...item, ...index }, item, createdAt: Date.now() });
    return true;
  }

  async Replace(
    key: string | false,
    collection: string,
    query: Document,
    item: Document,
    index?: Document,
  ): Promise<boolean> {
    await this.Delete(collection, query);
    return this.Insert(key, collection, item, index);
  }

  async Modify(
    _key: string | false,
    collection: string,
    query: Document,
    change: Document,
  ): Promise<boolean> {
    for (const kept of this.#find(collection, query)) {
      Object.assign(kept.item, change);
      Object.assign(kept.index, change);
    }
    return true;
  }

  async Delete(collection: string, query: Document): Promise<boolean> {
    const gone = new Set(this.#find(collection, query));
    const left = this.#all(collection).filter((kept) => !gone.has(kept));
    this.#collections.set(collection, left);
    return true;
  }

  #all(collection: string): Kept[] {
    const known = this.#collections.get(collection);
    if (known !== undefined) return known;
    const fresh: Kept[] = [];
    this.#collections.set(collection, fresh);
    return fresh;
  }

  #find(collection: string, query: Document = {}): Kept[] {
    return this.#all(collection).filter(({ index }) =>
      Object.entries(query).every(([name, value]) => index[name] === value),
    );
  }
}

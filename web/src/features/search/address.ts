import { DEFAULT_PAGE_SIZE, SEARCH_SORTS, type SearchSort } from "#contract";

/** The state of a search page, which the address holds completely, so that it can be shared. */
export interface Search {
  keyword: string;
  type: string;
  stage: string;
  grade: string;
  subject: string;
  sort: SearchSort;
  page: number;
  size: number;
}

export const PAGE_SIZES = [10, 20, 50];
/** Stands for an empty keyword in an item's address. */
const NO_KEYWORD = "-";
const FILTERS = ["type", "stage", "grade", "subject"] as const;
const LONGEST_ID = 64;
const LAST_PAGE = 10_000;

/** Reads the address; values that cannot be chosen are ignored. */
export function readSearch(keyword: string | undefined, query: string): Search {
  const given = new URLSearchParams(query);
  const id = (name: string) => (given.get(name) ?? "").slice(0, LONGEST_ID);
  const page = Number(given.get("page"));
  const size = Number(given.get("size"));
  return {
    keyword: (keyword ?? "").trim(),
    type: id("type"),
    stage: id("stage"),
    grade: id("grade"),
    subject: id("subject"),
    sort: SEARCH_SORTS.find((one) => one === given.get("sort")) ?? "relevance",
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : DEFAULT_PAGE_SIZE,
  };
}

/** Returns the in-app path of a search (RT-12), without the default values. */
export function searchPath(search: Search): string {
  const query = new URLSearchParams();
  for (const name of FILTERS) if (search[name] !== "") query.set(name, search[name]);
  if (search.sort !== "relevance") query.set("sort", search.sort);
  if (search.page !== 1) query.set("page", String(search.page));
  if (search.size !== DEFAULT_PAGE_SIZE) query.set("size", String(search.size));
  const text = query.toString();
  const keyword = search.keyword.trim();
  const path = `/search-result/index${keyword === "" ? "" : `/${encodeURIComponent(keyword)}`}`;
  return text === "" ? path : `${path}?${text}`;
}

/** Returns the same search with other choices, on its first page. */
export function changed(search: Search, change: Partial<Search>): Search {
  const next = { ...search, page: 1, ...change };
  // a grade belongs to its stage
  if (change.stage !== undefined && change.stage !== search.stage) next.grade = "";
  return next;
}

/** Counts the chosen filters. */
export function countFilters(search: Search): number {
  return FILTERS.filter((name) => search[name] !== "").length;
}

/** The in-app path of an item, found by a keyword (RT-13). */
export function itemPath(keyword: string, id: string): string {
  const word = keyword.trim() || NO_KEYWORD;
  return `/search-result/description/${encodeURIComponent(word)}/${encodeURIComponent(id)}`;
}

/** The keyword that an item's address names. */
export function keywordOfItem(word: string): string {
  return word === NO_KEYWORD ? "" : word;
}

/** Returns a key of everything but page and page size, which all pages of one search share. */
export function searchKey({ keyword, type, stage, grade, subject, sort }: Search): string {
  return JSON.stringify([keyword, type, stage, grade, subject, sort]);
}

/** Returns the address of the search without its filters. */
export function unfilteredHref(search: Search): string {
  return `#${searchPath(changed(search, { type: "", stage: "", grade: "", subject: "" }))}`;
}

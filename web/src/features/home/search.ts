/** The greatest number of results shown at once. */
const MAX_HITS = 8;

/** One character of a name, or one run of letters or digits, with its sound and its place in the name. */
interface Unit {
  text: string;
  sound: string;
  from: number;
  to: number;
}

/** An app of the catalogue, or a task, that the search can find. */
export interface Findable {
  name: string;
  /** The name's syllables, separated by spaces. */
  pinyin: string;
  aliases?: readonly string[] | undefined;
  description: string;
}

export interface SearchEntry<T extends Findable> {
  app: T;
  units: Unit[];
  /** Further names, each as it is compared. */
  aliases: string[];
  description: string;
}

export interface Hit<T extends Findable> {
  app: T;
  /** The part of the name that matched, to mark it; empty when only the description did. */
  from: number;
  to: number;
}

const WORDS = /[a-z0-9]+|[^\sa-z0-9\p{P}\p{S}]/gu;

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Splits a name and joins each part to its syllable; where the counts differ, names match by their characters only. */
function unitsOf(name: string, pinyin: string): Unit[] {
  // Only forms that keep every place in the name may be marked in it.
  const text = plain(name).length === name.length ? plain(name) : name.toLowerCase();
  const words = Array.from(text.matchAll(WORDS));
  const syllables = plain(pinyin).replace(/ü/g, "v").split(/\s+/).filter(Boolean);
  const aligned = words.length === syllables.length;
  return words.map((word, index) => ({
    text: word[0],
    sound: aligned ? (syllables[index] ?? "") : "",
    from: word.index,
    to: word.index + word[0].length,
  }));
}

export function buildSearchIndex<T extends Findable>(apps: readonly T[]): SearchEntry<T>[] {
  return apps.map((app) => ({
    app,
    units: unitsOf(app.name, app.pinyin),
    aliases: (app.aliases ?? []).map(plain),
    description: plain(app.description),
  }));
}

/**
 * Returns the number of units that the query matches from `at` on: each by its character, its syllable or its initial
 * (one letter, or zh, ch, sh), the last one by any prefix; undefined when it does not match.
 */
function unitsUsed(units: readonly Unit[], at: number, query: string): number | undefined {
  const unit = units[at];
  if (unit === undefined) return undefined;
  if (unit.text.startsWith(query) || unit.sound.startsWith(query)) return 1;
  const ways = [
    unit.text,
    unit.sound,
    /^[zcs]h/.exec(unit.sound)?.[0] ?? "",
    unit.sound.slice(0, 1),
  ];
  for (const way of ways) {
    if (way === "" || !query.startsWith(way)) continue;
    const rest = unitsUsed(units, at + 1, query.slice(way.length));
    if (rest !== undefined) return rest + 1;
  }
  return undefined;
}

/**
 * Returns a hit's rank, smaller is better: by characters before by pinyin, at the start before inside, whole names
 * before parts.
 */
function rankOf(byText: boolean, at: number, used: number, total: number): number {
  return (byText ? 0 : 4) + (at === 0 ? 0 : 2) + (used === total ? 0 : 1);
}
const ALIAS_RANK = 7;
const DESCRIPTION_RANK = 8;
const LOOSE_RANK = 9;
/** The least number of letters in which one may be wrong. */
const MISTYPED_FROM = 4;

function matchEntry<T extends Findable>(
  entry: SearchEntry<T>,
  query: string,
): { rank: number; hit: Hit<T> } | undefined {
  const { app, units } = entry;
  for (let at = 0; at < units.length; at += 1) {
    const used = unitsUsed(units, at, query);
    const first = units[at];
    const last = used === undefined ? undefined : units[at + used - 1];
    if (used === undefined || first === undefined || last === undefined) continue;
    const matched = units.slice(at, at + used).map((unit) => unit.text);
    const byText = matched.join("").startsWith(query);
    const rank = rankOf(byText, at, used, units.length);
    return { rank, hit: { app, from: first.from, to: last.to } };
  }
  if (entry.aliases.some((alias) => alias.startsWith(query))) {
    return { rank: ALIAS_RANK, hit: { app, from: 0, to: 0 } };
  }
  if (query.length > 1 && entry.description.includes(query)) {
    return { rank: DESCRIPTION_RANK, hit: { app, from: 0, to: 0 } };
  }
  if (holdsLoosely(units, query)) return { rank: LOOSE_RANK, hit: { app, from: 0, to: 0 } };
  return undefined;
}

/** Returns whether the name has all characters in this order, with others between them: 课表 finds 课程表 (SF-02). */
function holdsLoosely(units: readonly Unit[], query: string): boolean {
  const characters = Array.from(query);
  if (characters.length < 2 || /[a-z]/.test(query)) return false;
  let found = 0;
  for (const { text } of units) if (text === characters[found]) found += 1;
  return found === characters.length;
}

/** Returns whether letters are the beginning of the name's pinyin but for one that is wrong, missing or too many (SF-02). */
function isMistyped(units: readonly Unit[], query: string): boolean {
  if (query.length < MISTYPED_FROM || !/^[a-z]+$/.test(query)) return false;
  const sound = units.map((unit) => unit.sound).join("");
  let at = 0;
  while (at < query.length && query[at] === sound[at]) at += 1;
  const rest = sound.slice(at);
  return [
    [query.slice(at + 1), rest.slice(1)] as const,
    [query.slice(at + 1), rest] as const,
    [query.slice(at), rest.slice(1)] as const,
  ].some(([typed, meant]) => meant !== "" && meant.startsWith(typed));
}

/**
 * Finds apps by name, pinyin, initials, or any mixture of them (AP-08); the best first, equals in the catalogue's order.
 * Only where that finds nothing, one letter of the pinyin may be wrong.
 */
export function searchApps<T extends Findable>(
  index: readonly SearchEntry<T>[],
  query: string,
  most = MAX_HITS,
): Hit<T>[] {
  const wanted = plain(query)
    .replace(/ü/g, "v")
    .replace(/[\s'’\p{P}]+/gu, "");
  if (wanted === "") return [];
  const hits = index
    .flatMap((entry) => matchEntry(entry, wanted) ?? [])
    .sort((a, b) => a.rank - b.rank)
    .map(({ hit }) => hit);
  if (hits.length > 0) return hits.slice(0, most);
  return index
    .filter(({ units }) => isMistyped(units, wanted))
    .slice(0, most)
    .map(({ app }) => ({ app, from: 0, to: 0 }));
}

import type { Near } from "#contract";
import type { Queryable } from "../database/database.ts";
import { listedItem } from "./listed-item.ts";
import { type ListedRow, readHoldingMost, readSoundingAlike, type Scope, search } from "./find.ts";
import { syllablesOfUnits, unitsOf } from "./words.ts";
import { type Filters, type Group, totalOf } from "./rules.ts";
import { tokensOfSounds } from "./tokens.ts";
import type { Reading, Wanted } from "./wanted.ts";

const NEAR_ITEMS = 6;
/** Words that stand in any text: what holds nothing else of a keyword is not near it. */
const FUNCTION_WORDS: readonly string[] = [
  ...["没有", "这样", "那样", "这个", "那个", "这些", "那些", "这里", "那里", "一个", "一些"],
  ...["什么", "怎么", "怎样", "哪里", "哪个", "如何", "可以", "能够", "应该", "不是", "就是"],
  ...["我们", "你们", "他们", "她们", "它们", "因为", "所以", "但是", "如果", "还是"],
  ...["的", "了", "吗", "呢", "吧", "啊"],
];
const NO_FILTERS: Filters = { type_id: "", stage_id: "", grade_id: "", subject_id: "" };

/**
 * Returns results near a search that found nothing, by the first of these that finds any: the search without its
 * filters; items that sound alike, for a wrong character of the right sound; items with a part of the keyword; the most
 * opened ones, the person's own grade and subject first.
 */
export async function readNear(
  db: Queryable,
  scope: Scope,
  wanted: Wanted | null,
  groups: readonly Group[],
): Promise<Near> {
  const page = { filters: NO_FILTERS, offset: 0, limit: NEAR_ITEMS };
  const unfiltered = totalOf(groups, NO_FILTERS);
  if (unfiltered > 0) {
    const { rows } = await search(db, scope, { ...page, wanted, sort: "relevance" });
    return near("filters", rows, wanted, unfiltered);
  }
  if (wanted !== null) {
    const alike = await soundingAlike(db, scope, wanted);
    if (alike.length > 0) return near("sound", alike, null);
    const parts = { ...wanted, parts: partsOf(wanted) };
    const tokens = parts.parts.flatMap((readings) => readings.flatMap((one) => one.tokens));
    const part = await readHoldingMost(db, scope, [...new Set(tokens)], NEAR_ITEMS);
    if (part.length > 0) return near("part", part, parts);
  }
  const { rows } = await search(db, scope, { ...page, wanted: null, sort: "relevance" });
  return near("popular", rows, null);
}

function near(
  reason: Near["reason"],
  rows: readonly ListedRow[],
  wanted: Wanted | null,
  total = rows.length,
): Near {
  // pages of an earlier moment go on counting what was hidden since, which nobody sees any more
  const shown = rows.filter(({ state }) => state === "published");
  return { reason, total, items: shown.map((row) => listedItem(row, wanted)) };
}

async function soundingAlike(db: Queryable, scope: Scope, wanted: Wanted): Promise<ListedRow[]> {
  const syllables = await syllablesOfUnits(unitsOf(wanted.text));
  const heard = syllables.filter((one) => one !== null);
  // one syllable sounds like far too much
  if (heard.length < 2) return [];
  return readSoundingAlike(db, scope, tokensOfSounds(heard), NEAR_ITEMS);
}

/**
 * Returns the parts of a keyword: pairs of characters, words, syllables in a row. Initials alone say too little, and
 * function words nothing: a text with exactly those is found before anything near is looked for.
 */
function partsOf({ parts }: Wanted): Reading[][] {
  return parts.flatMap((readings) =>
    readings.flatMap((reading): Reading[][] => {
      if (reading.kind === "initials") return [];
      if (reading.kind === "sound") return [[reading]];
      return tellingTokens(reading).map((token) => [
        { kind: "text", text: token, tokens: [token] },
      ]);
    }),
  );
}

/** Returns the tokens of a text but those that lie within function words, or between two of them. */
function tellingTokens({ text, tokens }: Reading & { kind: "text" }): readonly string[] {
  const said = FUNCTION_WORDS.reduce(
    (rest, word) => rest.replaceAll(word, GAP.repeat(word.length)),
    text,
  );
  const isSaid = [...said].map((one) => one === GAP);
  // of Hanzi, each token begins at its character and ends at the next one
  return tokens.filter((_token, at) => !(isSaid[at] === true && isSaid[at + 1] !== false));
}

const GAP = " ";

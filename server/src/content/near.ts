import type { Near } from "#contract";
import type { Queryable } from "../database/database.ts";
import { listedItem } from "./listed-item.ts";
import {
  readHoldingMost,
  readPage,
  readSoundingAlike,
  type ListedRow,
  type Scope,
} from "./queries.ts";
import { syllablesOfUnits } from "./reading.ts";
import { totalOf, type Filters, type Group } from "./rules.ts";
import { tokensOfSounds, wordTokens } from "./tokens.ts";
import { unitsOf } from "./words.ts";
import type { Wanted } from "./wanted.ts";

const NEAR_ITEMS = 6;
const NO_FILTERS: Filters = { type_id: "", stage_id: "", grade_id: "", subject_id: "" };

/**
 * What comes close to a search that found nothing: the same without its filters; what sounds the same, for the wrong
 * character of the right sound; what holds a part of it; what people open most.
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
    const rows = await readPage(db, scope, { ...page, wanted, sort: "relevance" });
    return near("filters", rows, wanted, unfiltered);
  }
  if (wanted !== null) {
    const alike = await soundingAlike(db, scope, wanted);
    if (alike.length > 0) return near("sound", alike, null);
    const tokens = partsOf(wanted);
    const part = tokens.length === 0 ? [] : await readHoldingMost(db, scope, tokens, NEAR_ITEMS);
    if (part.length > 0) return near("part", part, charactersOf(wanted));
  }
  const rows = await readPage(db, scope, { ...page, wanted: null, sort: "popular" });
  return near("popular", rows, null);
}

function near(
  reason: Near["reason"],
  rows: readonly ListedRow[],
  wanted: Wanted | null,
  total = rows.length,
): Near {
  return { reason, total, items: rows.map((row) => listedItem(row, wanted)) };
}

async function soundingAlike(db: Queryable, scope: Scope, wanted: Wanted): Promise<ListedRow[]> {
  const syllables = await syllablesOfUnits(unitsOf(wanted.text));
  const heard = syllables.filter((one) => one !== null);
  // one syllable sounds like far too much
  if (heard.length < 2) return [];
  return readSoundingAlike(db, scope, tokensOfSounds(heard), NEAR_ITEMS);
}

/** Pairs of characters and whole words; single characters only of a keyword that has no pair. */
function partsOf({ text }: Wanted): string[] {
  const tokens = [...new Set(wordTokens(text))];
  const longer = tokens.filter((token) => token.length > 1);
  return longer.length > 0 ? longer : tokens;
}

/** The same keyword, its pairs looked for one by one. */
function charactersOf(wanted: Wanted): Wanted {
  const parts = partsOf(wanted).map((text) => [{ kind: "text" as const, text, tokens: [text] }]);
  return { ...wanted, parts };
}

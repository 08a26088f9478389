import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Reading, Wanted } from "./wanted.ts";

/** Scores of a match in the title: the whole before the beginning before the middle. */
const SAME_TITLE = 32;
const TITLE_BEGINS = 8;
const TITLE_HOLDS = 4;
const PART_IN_TITLE = 4;
const SOUND_BEGINS_TITLE = 3;
const SOUND_IN_TITLE = 2;
const INITIALS_IN_TITLE = 1;

/**
 * Returns the condition on rows of `content_searchable` that hold every part of the keyword, each in one of its
 * readings.
 */
export function holds({ parts }: Wanted): RawBuilder<SqlBool> {
  const [plain, several] = [
    parts.filter(({ length }) => length === 1),
    parts.filter(({ length }) => length > 1),
  ];
  const all = several.map(
    (readings) =>
      sql<SqlBool>`(${sql.join(
        readings.map(({ tokens }) => holdsAll(tokens)),
        sql` or `,
      )})`,
  );
  // one look at the index for all that must be there anyway
  if (plain.length > 0) all.push(holdsAll(plain.flatMap(([one]) => one?.tokens ?? [])));
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

/** Returns the condition that the row `c` has all of these tokens. */
export function holdsAll(tokens: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`c.tok @> ${unseen(tokens)}`;
}

/**
 * Returns the tokens in a form hidden from the planner, which would otherwise read every row, and unpack its words, for
 * a token that most rows hold.
 */
function unseen(tokens: readonly string[]): RawBuilder<unknown> {
  return sql`(select ${[...tokens]}::text[])`;
}

/** Returns the SQL score of the title against the keyword; the rest of a row only lets it be found. */
export function relevance({ text, parts }: Wanted): RawBuilder<number> {
  const whole = sql<number>`case
    when c.title_plain = ${text} then ${sql.lit(SAME_TITLE)}
    when left(c.title_plain, length(${text})) = ${text} then ${sql.lit(TITLE_BEGINS)}
    when position(${text} in c.title_plain) > 0 then ${sql.lit(TITLE_HOLDS)}
    else 0 end`;
  const each = parts.map((readings) => {
    const cases = readings.map((reading) => titleCase(reading));
    return sql<number>`case ${sql.join(cases, sql` `)} else 0 end`;
  });
  return sql<number>`${sql.join([whole, ...each], sql` + `)}`;
}

function titleCase(reading: Reading): RawBuilder<unknown> {
  switch (reading.kind) {
    case "text":
      return sql`when position(${reading.text} in c.title_plain) > 0 then ${sql.lit(PART_IN_TITLE)}`;
    case "sound": {
      const row = `${reading.syllables.join(" ")} `;
      return sql`
        when left(c.sounds || ' ', length(${row})) = ${row} then ${sql.lit(SOUND_BEGINS_TITLE)}
        when position(${` ${row}`} in ' ' || c.sounds || ' ') > 0 then ${sql.lit(SOUND_IN_TITLE)}`;
    }
    case "initials":
      return sql`when position(${reading.letters} in c.initials) > 0 then ${sql.lit(INITIALS_IN_TITLE)}`;
  }
}

/** Counts the openings of a row until the slot began. A slot older than the two kept ones is never asked for. */
export function viewsBefore(slot: number): RawBuilder<number> {
  return sql<number>`coalesce(case
    when v.slot < ${slot}::int then v.views
    when v.former_slot < ${slot}::int then v.views_before
    else v.former_views_before end, 0)`;
}

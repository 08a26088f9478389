import { sql } from "kysely";
import type { Right, OriginEntry, RowOrigin } from "#contract";
import type { Queryable } from "../database/database.ts";
import { type Organisations, type Scope, schoolsOf } from "../rights/rules.ts";
import { personWithin } from "../rights/scope-sql.ts";
import { ORIGIN_TABLES, type OriginTable, rowKey, rowKeySql } from "./row-key.ts";
import { wordsOfUnknown, wordsOfWriter, type WriterFacts } from "./words.ts";

/** The reader of origins: whose places these are, and which changes they may open. */
interface Reader {
  scope: Scope;
  organisations: Organisations;
  maySee: (set: { school_id: string | null; made_by: string | null; right_name: Right }) => boolean;
}

/** The facts that a row holds itself. */
interface RowFacts {
  source: string | null;
  /** When the row was made, where the row itself says so. */
  made_at?: string | null;
}

/**
 * Reads who wrote rows of people, and of a class: what is noted for good, and what changes of the last thirty days wrote
 * since (AD-02). Must see every school: a change may be of a wider place. What the reader may not know is left out of the words.
 */
export async function readOrigins(
  db: Queryable,
  reader: Reader,
  { people, room }: { people: readonly string[]; room?: { school_id: string; id: string } },
): Promise<Origins> {
  const ids = [...new Set(people)];
  const tables = sql`${[...ORIGIN_TABLES]}::text[]`;
  const ofRoom = room === undefined ? null : rowKey(room);
  const { rows } = await sql<Event>`
    with event as (
      select o.table_key, o.row_key, o.field, false as is_end, o.at, 0 as seq, o.how, o.set_id, o.by_id
      from row_origin o where o.person_id = any (${ids}::text[])
      union all
      select o.table_key, o.row_key, o.field, false, o.at, 0, o.how, o.set_id, o.by_id
      from row_origin o where o.table_key = 'class' and o.row_key = ${ofRoom}::text
      union all
      select r.table_key, ${rowKeySql(sql`r.key`)}, f.name, r.after is null, coalesce(s.applied_at, s.created_at), r.seq,
        'change', r.set_id, null
      from (
        select * from change_row r where r.person_id = any (${ids}::text[])
        union all
        select * from change_row r where r.table_key = 'class' and r.key = ${JSON.stringify(room ?? {})}::text::jsonb
      ) r join change_set s on s.id = r.set_id
      cross join lateral (
        select '' as name where r.before is null or r.after is null
        union all
        select c.name from jsonb_object_keys(r.after) c(name) where r.before is not null and r.after is not null
      ) f
      where r.state = 'applied' and r.table_key = any (${tables})
    )
    select e.*, s.kind, s.school_id, s.made_by, s.right_name, coalesce(s.by_operator, false) as by_operator,
      case when s.source ->> 'kind' = 'file' then s.source ->> 'name' end as file, s.input is not null as is_kept,
      coalesce(s.made_by, e.by_id) is not null as is_known, p.name as by
    from event e left join change_set s on s.id = e.set_id
    left join "user" p on p.id = coalesce(s.made_by, e.by_id) and ${personWithin(reader.scope, sql.ref("p.id"))}
    order by e.at, e.seq`.execute(db);
  const firsts = await db.selectFrom("roster_source").select(["source", "first_at"]).execute();
  return new Origins(
    reader,
    rows,
    new Map(firsts.map(({ source, first_at }) => [source, first_at])),
  );
}

interface Event {
  table_key: string;
  row_key: string;
  field: string;
  is_end: boolean;
  at: Date;
  how: WriterFacts["how"];
  set_id: string | null;
  kind: string | null;
  school_id: string | null;
  made_by: string | null;
  right_name: Right | null;
  by_operator: boolean;
  file: string | null;
  is_kept: boolean | null;
  is_known: boolean;
  by: string | null;
}

/** The writers of rows, each by its table and key. */
export class Origins {
  readonly #reader: Reader;
  /** The last writing of each field of a row, in the order in which they were written; '' is the row's own. */
  readonly #rows = new Map<string, Map<string, Event>>();
  readonly #firsts: ReadonlyMap<string, Date | null>;

  constructor(reader: Reader, events: readonly Event[], firsts: ReadonlyMap<string, Date | null>) {
    this.#reader = reader;
    this.#firsts = firsts;
    for (const event of events) {
      const name = `${event.table_key} ${event.row_key}`;
      const fields = this.#rows.get(name) ?? new Map<string, Event>();
      this.#rows.set(name, fields);
      // a row that is made again is another one
      if (event.field === "") fields.clear();
      if (event.is_end) continue;
      fields.delete(event.field);
      fields.set(event.field, event);
    }
  }

  /** Returns who made a row, and who changed it last. */
  of(table: OriginTable, key: Readonly<Record<string, string>>, facts: RowFacts): RowOrigin {
    const fields = this.#fieldsOf(table, key);
    const made = fields.get("");
    const changed = [...fields.values()].findLast(({ field }) => field !== "");
    return {
      made: made === undefined ? this.#unknown(facts) : this.#writing(made, facts),
      changed: changed === undefined ? null : this.#writing(changed, facts),
    };
  }

  /** Returns who wrote these columns of a row, as far as they were changed after it was made. */
  fields<F extends string>(
    table: OriginTable,
    key: Readonly<Record<string, string>>,
    { source, names }: { source: string | null; names: readonly F[] },
  ): (OriginEntry & { field: F })[] {
    const fields = this.#fieldsOf(table, key);
    return names.flatMap((field) => {
      const event = fields.get(field);
      return event === undefined ? [] : { field, ...this.#writing(event, { source }) };
    });
  }

  #fieldsOf(table: OriginTable, key: Readonly<Record<string, string>>): Map<string, Event> {
    return this.#rows.get(`${table} ${rowKey(key)}`) ?? new Map();
  }

  #unknown({ source, made_at = null }: RowFacts): OriginEntry {
    const first = source === null ? null : (this.#firsts.get(source) ?? null);
    const at = made_at ?? first?.toISOString() ?? null;
    return { words: wordsOfUnknown(source), at, change_id: null };
  }

  #writing(event: Event, { source }: RowFacts): OriginEntry {
    const { set_id, school_id, made_by, right_name, is_kept } = event;
    const isOpen = right_name !== null && this.#reader.maySee({ school_id, made_by, right_name });
    return {
      words: wordsOfWriter({
        ...event,
        ...{ is_made: event.field === "", table: event.table_key, source },
        place: isOpen ? "own" : this.#placeOf(school_id),
      }),
      at: event.at.toISOString(),
      change_id: isOpen && is_kept === true ? set_id : null,
    };
  }

  #placeOf(school_id: string | null): WriterFacts["place"] {
    const own = schoolsOf(this.#reader.scope);
    if (own === "all" || (school_id !== null && own.includes(school_id))) return "own";
    const { organisations } = this.#reader;
    if (school_id === null) return "platform";
    return own.some((id) => organisations.get(id)?.parent_id === school_id)
      ? "district"
      : "elsewhere";
  }
}

-- By whom a row was written (AD-02), when the change that wrote it is no longer kept row by row: a line for each row that
-- stands, and no values. What a change wrote in its last thirty days is read from its own rows.
create table row_origin (
  -- as in change_row; the key's values in the order of their names
  table_key text not null,
  row_key text not null,
  -- empty: who made the row; else a column that was changed since
  field text not null default '',
  -- null: of a class
  person_id text references "user" (id) on delete cascade,
  -- the change; null: it was written by none
  set_id text references change_set (id) on delete cascade,
  how text not null check (how in ('change', 'code', 'self', 'hand', 'command')),
  by_id text references "user" (id) on delete set null,
  at timestamptz not null,
  primary key (table_key, row_key, field)
);
create index row_origin_person on row_origin (person_id);
create index row_origin_by on row_origin (by_id) where by_id is not null;

-- classes belong to nobody by whom their rows could be found
create index change_row_class on change_row (set_id) where table_key = 'class';

-- When a roster first filled the platform, by no change set; null: by one, or too long ago to be known.
alter table roster_source add column first_at timestamptz;

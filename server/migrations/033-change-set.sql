-- Change sets (CS-01…07): rows that are planned, looked at, applied together and can be taken back.

create table change_set (
  id text primary key,
  -- the school that it stays within, or the district; null: more than one district
  school_id text references school (id),
  kind text not null,
  -- the right that its maker needs, at that place
  right_name text not null,
  state text not null check (state in
    ('planned', 'held', 'waiting', 'applying', 'applied', 'undoing', 'undone', 'discarded', 'outdated')),
  -- what the button says, and what will be done
  act text not null,
  sentence text not null,
  -- what was asked for, so that it can be planned anew; gone with the rows
  input jsonb,
  reason text,
  guards jsonb not null default '[]',
  unmatched text[] not null default '{}',
  row_count integer not null,
  person_count integer not null,
  made_by text references "user" (id),
  approved_by text references "user" (id),
  created_at timestamptz not null,
  applied_at timestamptz,
  undone_at timestamptz,
  undo_until timestamptz,
  -- what is to be undone: null for all of it
  undo_rows integer[],
  undo_overwrites boolean not null default false
);
create index change_set_school on change_set (school_id, created_at desc);
create index change_set_maker on change_set (made_by, created_at desc);
create index change_set_undo on change_set (undo_until) where undo_until is not null;
select row_security_by_school('change_set');

create table change_row (
  set_id text not null references change_set (id) on delete cascade,
  seq integer not null,
  -- of the set, for row-level security
  school_id text,
  table_key text not null,
  key jsonb not null,
  -- null: there is no such row
  before jsonb,
  after jsonb,
  -- what people read instead: whose it is, and names of what is named by ids
  label text not null,
  words jsonb not null default '{}',
  person_id text references "user" (id),
  state text not null default 'planned' check (state in ('planned', 'applied', 'undone', 'outdated')),
  note text,
  primary key (set_id, seq)
);
create index change_row_person on change_row (person_id);
select row_security_by_school('change_row');

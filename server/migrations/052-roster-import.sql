-- Rosters that are dropped in the page (RO-01…06): what was read of a file, until the change that it leads to is applied or
-- given up. The file itself, its unneeded columns and identity-card numbers are in none of these.
create table roster_draft (
  id text primary key,
  school_id text not null references school (id),
  made_by text not null references "user" (id),
  kind text not null check (kind in ('student', 'teacher')),
  source jsonb not null,
  -- which class of the school a class of the file is: {key: {class_id, grade_id}}
  class_answers jsonb not null default '{}',
  created_at timestamptz not null
);
create index roster_draft_created on roster_draft (created_at);

create table roster_draft_person (
  draft_id text not null references roster_draft (id) on delete cascade,
  seq integer not null,
  person jsonb not null,
  -- keyed hash of what the line says of its person, by which answers are kept
  key text not null,
  -- people of the school who are named in the line, or may be: an erasure reaches it by them
  user_ids text[] not null default '{}',
  primary key (draft_id, seq)
);

-- Who somebody of a file is, as a person has answered: asked once per school, not once per file (RO-05).
create table roster_answer (
  school_id text not null references school (id),
  -- keyed hash of what the file says of the person
  key text not null,
  user_id text not null references "user" (id),
  is_same boolean not null,
  said_by text references "user" (id),
  said_at timestamptz not null,
  primary key (school_id, key, user_id)
);

-- Meanings of columns as corrected by a person, by the head above them (RO-01).
create table roster_column (
  school_id text not null references school (id),
  kind text not null check (kind in ('student', 'teacher')),
  head text not null,
  -- null: the column is not needed
  meaning jsonb,
  primary key (school_id, kind, head)
);

-- A keyed hash of the identity-card number, to match people of rosters by (RO-03); the number is kept nowhere.
alter table "user" add column id_hash text;

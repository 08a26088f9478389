-- A plan names a person whom it will make, and its undo takes them away again.
alter table change_row drop constraint change_row_person_id_fkey;

-- Two accounts that look like one person's, and are not: somebody has said so (AD-14).
create table person_distinct (
  one_id text not null references "user" (id),
  other_id text not null references "user" (id),
  said_by text references "user" (id),
  said_at timestamptz not null,
  primary key (one_id, other_id),
  check (one_id < other_id)
);
create index person_distinct_other on person_distinct (other_id);

-- What a school decides: corrections of names that its roster gave, and objections to the erasure of enrolled pupils (ID-11).

create table name_correction (
  id text primary key,
  user_id text not null references "user" (id),
  -- the roster's name at that moment: an accepted correction holds until the roster itself says something else
  from_name text not null,
  to_name text not null,
  reason text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text references "user" (id),
  is_accepted boolean,
  answer text
);
create unique index name_correction_waiting on name_correction (user_id) where decided_at is null;
create index name_correction_user on name_correction (user_id, requested_at);

-- until the pupil has left that school nothing is erased
alter table erasure
  add column objected_at timestamptz,
  add column objected_by text references "user" (id),
  add column objecting_school_id text references school (id),
  add column objection text;

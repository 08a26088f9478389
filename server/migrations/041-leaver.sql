-- Who is enabled nowhere any more: noted by a job, kept for the school's days, then erased (AD-07).
create table leaver (
  user_id text primary key references "user" (id) on delete cascade,
  left_at timestamptz not null,
  -- kept all the same: until a day, or without end where there is no day
  is_kept boolean not null default false,
  kept_until timestamptz,
  kept_by text references "user" (id),
  kept_why text
);
create index leaver_left on leaver (left_at, user_id);

-- Days for which a school keeps who has left; 0: always; null: as the platform does.
alter table school add column leaver_days integer check (leaver_days = 0 or leaver_days between 30 and 3650);

-- The turn of a school year (YR-01…03): a plan per school and year, saved as a draft; a change set carries it out.
create table school_year_plan (
  id text primary key,
  school_id text not null references school (id),
  -- the year in which the new school year begins
  year integer not null,
  -- counts saves: of two people at once, the second sees that the first has saved
  version integer not null,
  school_system text not null check (school_system in ('6-3', '5-4')),
  names text not null check (names in ('grade', 'cohort', 'keep')),
  continues boolean not null,
  effective_at timestamptz not null,
  -- nightly imports change nothing between these days
  pause_from timestamptz not null,
  pause_until timestamptz not null,
  -- days for which graduates' own data is kept at least
  take_along_days integer not null check (take_along_days between 30 and 365),
  draw_seed text,
  draw_hash text,
  draw_count integer,
  draw_grade_id text,
  drawn_by text references "user" (id),
  drawn_at timestamptz,
  change_set_id text references change_set (id),
  updated_by text references "user" (id),
  updated_at timestamptz not null,
  unique (school_id, year)
);

-- what is decided about a class, where that is not what the rules say; of a new class all there is
create table school_year_class (
  plan_id text not null references school_year_plan (id) on delete cascade,
  school_id text not null references school (id),
  class_id text not null,
  is_new boolean not null,
  sort integer not null,
  act text check (act in ('up', 'graduate', 'stay', 'merge')),
  into_class_id text,
  name text,
  grade_id text,
  stage_id text,
  sets_head boolean not null default false,
  head_user_id text references "user" (id),
  clears_teachers boolean not null default false,
  primary key (plan_id, class_id)
);
create index school_year_class_head on school_year_class (head_user_id);

create table school_year_pupil (
  plan_id text not null references school_year_plan (id) on delete cascade,
  school_id text not null references school (id),
  user_id text not null references "user" (id),
  act text not null check (act in ('move', 'repeat', 'graduate', 'stay')),
  class_id text,
  reason text,
  primary key (plan_id, user_id)
);
create index school_year_pupil_user on school_year_pupil (user_id);

-- who left with the last grade: their data is there to take along until then, whatever the retention rule
create table graduate (
  school_id text not null references school (id),
  user_id text not null references "user" (id),
  year text not null,
  data_until timestamptz not null,
  primary key (school_id, user_id, year)
);
create index graduate_user on graduate (user_id);

-- an approved change may wait for its hour
alter table change_set add column apply_at timestamptz;
alter table change_set drop constraint change_set_state_check;
alter table change_set add constraint change_set_state_check check (state in
  ('planned', 'held', 'waiting', 'scheduled', 'applying', 'applied', 'undoing', 'undone', 'discarded', 'outdated'));

select row_security_by_school('school_year_plan');
select row_security_by_school('school_year_class');
select row_security_by_school('school_year_pupil');
select row_security_by_school('graduate');

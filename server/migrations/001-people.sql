-- Schools, people, memberships, classes. `school_id` leads every tenant key, so that tables can be distributed by it.
-- Ids are text. What a roster brings has `source` (the roster's system code) and `sourced_id` (its id there),
-- and an id derived from the two, so that the same roster read twice meets the same rows.

create table school (
  id text primary key,
  kind text not null default 'school' check (kind in ('district', 'school')),
  parent_id text references school (id),
  name text not null,
  logo text,
  stage_ids text[] not null default '{}',
  is_abled boolean not null default true,
  source text,
  sourced_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, sourced_id)
);

create table "user" (
  id text primary key,
  account text not null unique check (account = lower(account)),
  name text not null,
  avatar text,
  mobile text,
  email text,
  gender text check (gender in ('male', 'female')),
  birth_date date,
  admission_time date,
  password_hash text,
  is_abled boolean not null default true,
  -- the hat and the school last worn; a call may name another identity it acts under
  identity text check (identity in ('manager', 'teacher', 'student', 'parent', 'admin', 'inner_admin')),
  school_id text references school (id),
  theme text not null default 'color' check (theme in ('color', 'monochrome')),
  eye_mode boolean not null default true,
  eye_interval integer not null default 30 check (eye_interval between 5 and 120),
  source text,
  sourced_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, sourced_id)
);

create table membership (
  school_id text not null references school (id),
  user_id text not null references "user" (id),
  identity text not null check (identity in ('manager', 'teacher', 'student', 'parent', 'admin', 'inner_admin')),
  is_abled boolean not null default true,
  -- orders a person's memberships; the primary one of a roster comes first
  sort integer not null default 0,
  source text,
  created_at timestamptz not null default now(),
  primary key (school_id, user_id, identity)
);
create index membership_user on membership (user_id);

create table subject (
  id text primary key,
  name text not null,
  sort integer not null default 0
);

create table class (
  school_id text not null references school (id),
  id text not null,
  name text not null,
  grade_id text not null,
  stage_id text not null,
  sort integer not null default 0,
  is_abled boolean not null default true,
  source text,
  sourced_id text,
  primary key (school_id, id),
  unique (school_id, source, sourced_id)
);

create table class_student (
  school_id text not null,
  class_id text not null,
  user_id text not null references "user" (id),
  source text,
  primary key (school_id, class_id, user_id),
  foreign key (school_id, class_id) references class (school_id, id)
);
create index class_student_user on class_student (user_id);

create table class_teacher (
  school_id text not null,
  class_id text not null,
  user_id text not null references "user" (id),
  -- '' for a head-teacher who is only that
  subject_id text not null default '',
  is_head boolean not null default false,
  source text,
  primary key (school_id, class_id, user_id, subject_id),
  foreign key (school_id, class_id) references class (school_id, id)
);
create index class_teacher_user on class_teacher (user_id);

create table guardian (
  child_id text not null references "user" (id),
  user_id text not null references "user" (id),
  relation text not null default '家长',
  source text,
  primary key (child_id, user_id)
);
create index guardian_user on guardian (user_id);

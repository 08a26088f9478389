-- Groups of people at a school or a district, by hand or by rule (AD-16). A group carries no rights.
create table people_group (
  id text primary key,
  school_id text not null references school (id),
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('hand', 'rule')),
  -- of a rule: identities; empty lists limit nothing
  identities text[] not null default '{}',
  grade_ids text[] not null default '{}',
  class_ids text[] not null default '{}',
  subject_ids text[] not null default '{}',
  -- everybody, head-teachers only, or those who head a grade
  part text not null default 'everybody' check (part in ('everybody', 'heads', 'year-heads')),
  created_by text references "user" (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retired_at timestamptz
);
create unique index people_group_name on people_group (school_id, name) where retired_at is null;

create table people_group_member (
  school_id text not null,
  group_id text not null references people_group (id),
  user_id text not null references "user" (id),
  primary key (school_id, group_id, user_id)
);
create index people_group_member_group on people_group_member (group_id, user_id);
create index people_group_member_user on people_group_member (user_id);

alter table app
  add column allow_group_ids text[] not null default '{}',
  add column deny_group_ids text[] not null default '{}';

select row_security_by_school('people_group');
select row_security_by_school('people_group_member');

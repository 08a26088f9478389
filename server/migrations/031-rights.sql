-- Rights (GR-01…03): what a person may do, where and until when. What an identity brings by itself has no row here.

-- A district's or school's own bundles; those that every platform has are in contract/src/right.ts. The rights of a
-- bundle never change, so that nobody's rights grow by it: it is retired, and another is made.
create table right_bundle (
  id text primary key,
  -- the district or school whose it is, which bounds who may give it; null: the platform's
  owner_school_id text references school (id),
  name text not null,
  sentence text not null,
  rights text[] not null,
  place_kinds text[] not null,
  created_by text references "user" (id),
  created_at timestamptz not null,
  retired_at timestamptz
);
create index right_bundle_owner on right_bundle (owner_school_id);

create table right_grant (
  id text primary key,
  user_id text not null references "user" (id),
  -- one right, or a bundle
  right_name text,
  bundle_id text,
  place_kind text not null check (place_kind in ('platform', 'district', 'school', 'grade', 'class')),
  -- the district or school, of a grade or class as well; null: the platform
  school_id text references school (id),
  part_id text not null default '',
  until timestamptz,
  given_by text references "user" (id),
  created_at timestamptz not null,
  -- the membership that it ends with
  rests_on_school_id text not null references school (id),
  rests_on_identity text not null,
  ended_at timestamptz,
  ended_by text references "user" (id),
  ended_why text,
  check ((right_name is null) <> (bundle_id is null)),
  check ((school_id is null) = (place_kind = 'platform')),
  check ((part_id = '') = (place_kind not in ('grade', 'class')))
);
create index right_grant_user on right_grant (user_id) where ended_at is null;
create index right_grant_place on right_grant (school_id) where ended_at is null;
create index right_grant_ended on right_grant (ended_at) where ended_at is not null;
select row_security_by_school('right_grant');

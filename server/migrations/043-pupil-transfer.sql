-- A school lets a pupil go, and hands the family a code; the school that has it takes the pupil in (AD-15).
create table pupil_transfer (
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  from_school_id text not null references school (id),
  -- SHA-256 of the code
  code_hash text not null unique,
  given_by text references "user" (id),
  given_at timestamptz not null,
  expires_at timestamptz not null,
  -- the school that has shown the code
  to_school_id text references school (id)
);
create index pupil_transfer_user on pupil_transfer (user_id);

-- Pupils of a dropped roster who are said to come from another school (RO-05): they wait until it lets them go (AD-15).
create table transfer_request (
  id text primary key,
  -- the school to which they come
  school_id text not null references school (id),
  -- keyed hash of the roster's line, by which the next file is not asked about again
  key text not null,
  -- false: said to be new to the platform, or no longer waited for
  is_transfer boolean not null,
  -- as the file says, for the former school to find its pupil by; null where nobody is waited for
  name text,
  number text,
  id_hash text,
  class_id text,
  said_by text references "user" (id) on delete restrict,
  said_at timestamptz not null,
  -- the former school's answer
  transfer_id text references pupil_transfer (id) on delete set null,
  declined_at timestamptz,
  unique (school_id, key)
);
create index transfer_request_said_at on transfer_request (said_at);
create index transfer_request_said_by on transfer_request (said_by);
create index transfer_request_transfer on transfer_request (transfer_id);

select row_security_by_school('transfer_request');

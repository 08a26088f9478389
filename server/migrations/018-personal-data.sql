-- What people may do with their own data and guardians with a child's: consent, export, erase, eye-protection rules.

-- who consented in a child's place; null: the person
alter table consent add column given_by text references "user" (id);

-- a guardian has set the eye-protection rules: the child cannot change them
alter table "user" add column eye_fixed boolean not null default false;

-- A wish to be erased, and afterwards the mark that a person was. The id of a person whom a roster brought in is a hash
-- of the roster's own, so that the next import knows whom it must not bring back.
create table erasure (
  user_id text primary key references "user" (id),
  requested_by text not null references "user" (id),
  requested_at timestamptz not null,
  -- until then it can be taken back
  due_at timestamptz not null,
  erased_at timestamptz
);
create index erasure_due on erasure (due_at) where erased_at is null;

-- A permission to fetch one export, once, by the session that asked for it.
create table data_export (
  id_hash text primary key,
  session_id text not null references session (id) on delete cascade,
  subject_id text not null references "user" (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index data_export_subject on data_export (subject_id);
create index data_export_session on data_export (session_id);
create index data_export_expires on data_export (expires_at);

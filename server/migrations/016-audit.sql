-- Who did what to whose, append-only and chained by hash (docs/decisions/021-walls.md).

-- Names and contacts are never written here, only ids: what is erased elsewhere is not found in it again.
-- No foreign keys: an entry outlives what it tells of.
create table audit_entry (
  id text primary key,
  at timestamptz(3) not null,
  action text not null,
  outcome text not null check (outcome in ('ok', 'refused')),
  -- who: a person, under an identity at a school; an app; or, where all are null, nobody who is known or the operator
  user_id text,
  session_id text,
  identity text,
  school_id text,
  app_id text,
  -- what
  object_kind text,
  object_id text,
  -- whose
  subject_id text,
  address text not null,
  request_id text not null,
  detail jsonb not null check (jsonb_typeof(detail) = 'object')
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_user on audit_entry (user_id, at) where user_id is not null;
create index audit_entry_subject on audit_entry (subject_id, at) where subject_id is not null;
create index audit_entry_school on audit_entry (school_id, at) where school_id is not null;

-- What has been written and not chained yet. It is written with the entry, so that neither can go alone unseen.
create table audit_pending (
  n bigint generated always as identity primary key,
  entry_id text not null unique,
  digest text not null
);

-- The chain: hash = sha256 of the hash before, the place, the entry's id and its digest. No place is left out.
create table audit_link (
  seq bigint primary key,
  entry_id text not null unique,
  digest text not null,
  hash text not null
);

-- Where the chain ends, and up to where it was cut off. Who holds this row chains; there is one.
create table audit_head (
  id integer primary key check (id = 1),
  seq bigint not null,
  hash text not null,
  cut_seq bigint not null,
  cut_hash text not null
);
insert into audit_head (id, seq, hash, cut_seq, cut_hash) values (1, 0, repeat('0', 64), 0, repeat('0', 64));

-- A guard against accidents: who owns the tables can take it off, and then the chain tells.
create function audit_refuses_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('schoolgate.audit_cut', true) = 'on' then
    return null;
  end if;
  raise exception 'the audit is append-only: % on %', tg_op, tg_table_name using errcode = '42501';
end
$$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function audit_refuses_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function audit_refuses_change();

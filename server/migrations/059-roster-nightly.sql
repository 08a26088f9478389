-- The nightly synchronisation from a OneRoster 1.2 provider (RO-08): one connection for a school or a district.
create table roster_connection (
  school_id text primary key references school (id),
  -- the roster's source: what it brings belongs to this
  source text not null unique,
  version integer not null,
  address text not null,
  token_address text not null,
  client_id text not null,
  -- sealed
  secret text not null,
  scope text not null,
  demographics boolean not null,
  -- the school's id at the provider; empty: found by name
  org_id text not null,
  is_on boolean not null,
  -- in China
  hour integer not null check (hour between 0 and 23),
  weekdays integer[] not null,
  days_without text[] not null,
  -- the last day whose run was begun or is past
  last_day text,
  -- runs have this person's rights, and messages go there
  updated_by text references "user" (id),
  updated_at timestamptz not null
);

-- Which organisation of the platform one of a source is, where it was there before: it stays the platform's own.
create table roster_place (
  source text not null,
  sourced_id text not null,
  school_id text not null references school (id),
  primary key (source, sourced_id)
);

create table roster_run (
  id text primary key,
  school_id text not null references school (id),
  by_hand boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text not null check (outcome in ('running', 'same', 'change', 'failed', 'skipped')),
  sentence text not null,
  change_set_id text references change_set (id) on delete set null
);
create index roster_run_school on roster_run (school_id, started_at desc);

select row_security_by_school('roster_connection');
select row_security_by_school('roster_place');
select row_security_by_school('roster_run');

-- Messages by mail that are no codes; the text goes once it is sent.
create table mail (
  id text primary key,
  receiver text not null,
  subject text not null,
  body text,
  status text not null check (status in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null
);
create index mail_created on mail (created_at);

-- The platform as a OneRoster 1.2 provider (RO-09, docs/decisions/063-one-roster-provider.md).

-- what the app may read of the roster; null: nothing
alter table app add column roster jsonb;

create table one_roster_token (
  token_hash text primary key,
  app_id text not null references app (id),
  scopes text[] not null,
  expires_at timestamptz not null
);
create index one_roster_token_expires on one_roster_token (expires_at);
create index one_roster_token_app on one_roster_token (app_id);

-- how far an app's roster has been written down
create table one_roster_feed (
  app_id text primary key references app (id),
  -- of the entry as it was then: a changed one is written anew before anything is answered
  entry_digest text,
  refreshed_at timestamptz,
  -- the latest modified_at of its records; each transaction of a refresh has a later one
  stamp timestamptz,
  lease_until timestamptz
);

-- each object of an app's roster as it was last written, or that it has gone
create table one_roster_record (
  app_id text not null references app (id),
  kind text not null check (kind in ('academicSession', 'class', 'course', 'demographics', 'enrollment', 'org', 'user')),
  sourced_id text not null collate "C",
  -- the school whose refresh writes it; '': the platform's, and people at several schools
  school_id text not null default '',
  -- whom it is about
  user_id text references "user" (id),
  -- a kind of user, organisation or session that has a list of its own
  part text not null default '',
  -- what it belongs to, as school:…, class:…, user:…
  tags text[] not null default '{}',
  body jsonb not null default '{}',
  digest text not null default '',
  modified_at timestamptz not null,
  is_deleted boolean not null default false,
  primary key (app_id, kind, sourced_id)
);
create index one_roster_record_active on one_roster_record (app_id, kind, sourced_id) where not is_deleted;
create index one_roster_record_part on one_roster_record (app_id, kind, part, sourced_id) where not is_deleted;
create index one_roster_record_modified on one_roster_record (app_id, kind, modified_at);
create index one_roster_record_school on one_roster_record (app_id, school_id);
create index one_roster_record_user on one_roster_record (user_id) where user_id is not null;
create index one_roster_record_tags on one_roster_record using gin (tags);
create index one_roster_record_gone on one_roster_record (modified_at) where is_deleted;

select row_security_by_school('one_roster_record');

-- The catalogue, each person's own order of it, launches and reports.

create table app_category (
  id text primary key,
  name text not null,
  sort integer not null default 0
);

create table app (
  id text primary key,
  category_id text not null references app_category (id),
  name text not null,
  description text not null default '',
  icon text not null,
  icon_mono text not null,
  launch text not null check (launch in ('link', 'ticket', 'oidc', 'lti', 'cas', 'module')),
  url text not null,
  opens_in text not null default 'tab' check (opens_in in ('tab', 'frame', 'module')),
  display_status text not null default 'display' check (display_status in ('display', 'not_display')),
  sort integer not null default 0,
  badge text not null default '',
  pinyin text not null default '',
  -- who sees it: an empty list means everyone (AP-05, AP-06)
  roles text[] not null default '{}',
  clients text[] not null default '{}',
  school_ids text[] not null default '{}',
  stage_ids text[] not null default '{}',
  grade_ids text[] not null default '{}',
  class_ids text[] not null default '{}',
  open_at timestamptz,
  close_at timestamptz,
  -- what a launch may tell it (LA-04)
  claims text[] not null default '{}',
  secret_hash text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table quick_app (
  user_id text not null references "user" (id),
  identity text not null,
  app_ids text[] not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, identity)
);

-- one row per person, identity and app: the last time it was opened
create table app_use (
  user_id text not null references "user" (id),
  identity text not null,
  app_id text not null references app (id),
  used_at timestamptz not null,
  times integer not null default 1,
  primary key (user_id, identity, app_id)
);

create table app_ticket (
  ticket_hash text primary key,
  app_id text not null references app (id),
  user_id text not null references "user" (id),
  session_id text not null references session (id),
  identity text not null,
  school_id text not null references school (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz
);
create index app_ticket_session on app_ticket (session_id);
create index app_ticket_expires on app_ticket (expires_at);

create table event_report (
  id text primary key,
  event text not null,
  client text not null default '',
  page text not null default '',
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index event_report_created on event_report (created_at);

-- the deployment's own secrets and marks: one row each
create table platform_state (
  key text primary key,
  value text not null
);

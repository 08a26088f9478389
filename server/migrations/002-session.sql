-- Sessions, remembered devices, and the slowing down of wrong passwords. Secrets are kept as SHA-256 only.

create table session (
  id text primary key,
  token_hash text not null unique,
  user_id text not null references "user" (id),
  client text not null check (client in ('web', 'pc', 'mobile')),
  device text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'replaced', 'revoked')),
  check ((ended_at is null) = (end_reason is null))
);
-- one live session per person and client kind (SE-05), whoever signs in at the same moment
create unique index session_live on session (user_id, client) where ended_at is null;

create table device_credential (
  id text primary key,
  user_id text not null references "user" (id),
  secret_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index device_credential_user on device_credential (user_id);

-- one row per account tried (known or not) and per address
create table login_throttle (
  key text primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);

create table agreement (
  id text primary key,
  type text not null check (type in ('user', 'privacy', 'child')),
  version integer not null,
  title text not null,
  content text not null,
  effective_at timestamptz not null,
  unique (type, version)
);

create table consent (
  user_id text not null references "user" (id),
  type text not null,
  version integer not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, type, version)
);

-- The OpenID Provider's own memory, and what each sign-in at an app stands for.

-- One table for whatever oidc-provider keeps: codes, tokens, sessions, interactions, grants. What opens something is
-- kept as SHA-256 only.
create table oidc_payload (
  model text not null,
  id_hash text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id_hash)
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (model, uid) where uid is not null;
create index oidc_payload_expires on oidc_payload (expires_at);

-- One row per sign-in at an app: whom the grant stands for, and whether the app has been told of its end.
create table oidc_grant (
  id text primary key,
  -- what app and platform call this sign-in when they speak of its end
  sid text not null unique,
  app_id text not null references app (id),
  user_id text not null references "user" (id),
  session_id text not null references session (id),
  identity text not null,
  school_id text not null references school (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  told_at timestamptz,
  tries integer not null default 0
);
create index oidc_grant_session on oidc_grant (session_id) where ended_at is null;
create index oidc_grant_untold on oidc_grant (ended_at) where ended_at is not null and told_at is null;
create index oidc_grant_created on oidc_grant (created_at);

-- what a person has seen and agreed that an app learns, where the school has not approved the app
create table app_disclosure (
  user_id text not null references "user" (id),
  app_id text not null references app (id),
  claims text[] not null,
  agreed_at timestamptz not null,
  primary key (user_id, app_id)
);

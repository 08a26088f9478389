-- Sign-ins at CAS services that have ended here, until the service has been told or has been tried often enough.
create table cas_logout (
  ticket_hash text primary key,
  app_id text not null references app (id),
  user_id text not null references "user" (id),
  service text not null,
  -- in clear: the service knows the sign-in by it, and it has no power left
  ticket text not null,
  ended_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null
);
create index cas_logout_next on cas_logout (next_try_at);
create index cas_logout_user on cas_logout (user_id);

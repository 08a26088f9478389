-- The second step of a sign-in (SE-10), and what may be shown only once (SE-09). A person has one, whatever the school.

-- solved challenges and answered passkey requests: the primary key lets each through once, on whichever node
create table spent_check (
  id text primary key,
  expires_at timestamptz not null
);
create index spent_check_expiry on spent_check (expires_at);

create table totp (
  user_id text primary key references "user" (id),
  -- sealed with the deployment's key, see server/src/session/factor/sealed.ts
  secret text not null,
  -- the newest 30-second step whose code was used: neither it nor an older one is taken again
  last_step bigint not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create table passkey (
  -- the credential's own id, base64url; unique over all persons, as the standard wants
  id text primary key,
  user_id text not null references "user" (id),
  public_key text not null,
  counter bigint not null,
  transports text not null default '',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_user on passkey (user_id);

create table recovery_code (
  user_id text not null references "user" (id),
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

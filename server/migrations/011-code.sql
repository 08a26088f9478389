-- Codes that prove who holds a phone or an address, the messages they go out in, and passwords set for somebody else.

-- one live code for a receiver and use; the newest counts
create table code (
  -- SHA-256 of the receiver: a number that nobody here has is not kept
  receiver_key text not null,
  use text not null check (use in ('login', 'reset', 'bind')),
  -- '' but for `bind`: who wants to be reached there
  user_id text not null default '',
  code_hash text not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (receiver_key, use, user_id)
);
create index code_expires on code (expires_at);

-- how often codes were asked for: one row per receiver, address and person
create table code_limit (
  key text primary key,
  taken integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index code_limit_last on code_limit (last_at);

-- messages on their way out; `code` is forgotten as soon as it has gone out or is out of date
create table outbox (
  id text primary key,
  channel text not null check (channel in ('mobile', 'email')),
  receiver text not null,
  use text not null check (use in ('login', 'reset', 'bind')),
  code text,
  -- kept: nobody delivers for this channel, the operator reads it here
  status text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  expires_at timestamptz not null
);
create index outbox_waiting on outbox (next_try_at) where status = 'waiting';
create index outbox_created on outbox (created_at);

-- set for a password that somebody else has chosen (SE-11): from then on it opens nothing, until then only a new password
alter table "user" add column temporary_until timestamptz;

-- who is reached at a number or an address
create index user_mobile on "user" (mobile) where mobile is not null;
create index user_email on "user" (lower(email)) where email is not null;

-- How each kind of app is signed in to, and how fresh a person's proof is.

-- `settings` holds what the app's kind needs (contract/src/app-settings.ts); of another kind's it holds nothing.
alter table app add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');
-- the school has looked at it: nobody is asked before it learns what its entry allows
alter table app add column approved boolean not null default false;
-- a launch wants the password again, unless it was given moments ago
alter table app add column step_up boolean not null default false;

-- when this session last saw the person's password; null: a remembered device opened it
alter table session add column proved_at timestamptz;

-- The keys that sign what the platform tells its apps. One key signs a period (see signing-keys.ts): the primary key
-- lets any number of nodes make the next one at the same moment, and all use the same.
create table signing_key (
  period integer primary key,
  kid text not null unique,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- what ended lately, to be followed at the apps that were opened
create index session_ended on session (ended_at) where ended_at is not null;
create index session_ended_user on session (user_id) where ended_at is not null;

-- Badges, to-dos and cards that apps send for their people (IN-06, docs/decisions/070-app-data.md).

-- The pairwise subjects that an app was given: a subject is a keyed hash, which nobody can turn back.
create table app_subject (
  app_id text not null references app (id),
  sub text not null collate "C",
  user_id text not null references "user" (id),
  primary key (app_id, sub)
);
create index app_subject_user on app_subject (user_id);

-- One row for each school and identity under which the person sees the app: what a home shows is one lookup.
create table app_item (
  user_id text not null references "user" (id),
  identity text not null,
  school_id text not null references school (id),
  app_id text not null references app (id),
  kind text not null check (kind in ('badge', 'todo', 'card')),
  -- the app's own; '': the badge
  key text not null collate "C",
  -- the app's own; an older one never replaces a newer one
  version bigint not null,
  body jsonb not null,
  due_at timestamptz,
  -- from then on it is not shown
  until_at timestamptz,
  -- taken away by the app: stays for a while, so that an older version does not bring it back
  is_gone boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, identity, school_id, app_id, kind, key)
);
create index app_item_updated on app_item (updated_at);

select row_security_by_school('app_item');

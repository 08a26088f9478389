-- What was done to a person's account by somebody else, told to that person (AD-12, AD-18); messages will stand beside it (IN-01).
create table person_notice (
  id text primary key,
  user_id text not null references "user" (id) on delete cascade,
  kind text not null,
  at timestamptz not null,
  by_id text references "user" (id) on delete set null,
  -- the school or district, known to the person, for which it was done; null: the platform. No reference: schools are merged.
  by_place_id text,
  -- the child it was done to, where a guardian is told
  about_id text references "user" (id) on delete cascade,
  -- ids and words of ours, and a reason written for this person to read
  detail jsonb not null default '{}',
  seen_at timestamptz
);
create index person_notice_user on person_notice (user_id, at desc);
create index person_notice_unseen on person_notice (user_id) where seen_at is null;
create index person_notice_at on person_notice (at);

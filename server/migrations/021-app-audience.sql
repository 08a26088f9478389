-- Whose an app is, who is let in or kept out of it by name (AP-05), and how often its entry has been changed.

alter table app
  -- the district whose own it is, which sees it alone and whose administrators change it; null: the platform's
  add column district_id text references school (id),
  -- an empty list limits nothing; otherwise who is on none of the four is kept out
  add column allow_user_ids text[] not null default '{}',
  add column allow_school_ids text[] not null default '{}',
  add column allow_class_ids text[] not null default '{}',
  add column allow_identities text[] not null default '{}',
  -- who is on any of these is kept out, whatever else is said
  add column deny_user_ids text[] not null default '{}',
  add column deny_school_ids text[] not null default '{}',
  add column deny_class_ids text[] not null default '{}',
  add column deny_identities text[] not null default '{}',
  add column revision integer not null default 1;

create index app_district on app (district_id);

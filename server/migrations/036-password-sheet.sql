-- Sheets of temporary passwords (AD-11), sealed, for a day: who made one may print it again.
create table password_sheet (
  id text primary key,
  made_by text not null references "user" (id) on delete cascade,
  people integer not null,
  sealed text not null,
  made_at timestamptz not null,
  open_until timestamptz not null,
  valid_until timestamptz not null
);
create index password_sheet_maker on password_sheet (made_by, made_at);

-- How the page looks to a person (HO-07).
alter table "user"
  add column appearance text not null default 'system' check (appearance in ('system', 'light', 'dark')),
  add column text_size text not null default 'standard' check (text_size in ('standard', 'large'));

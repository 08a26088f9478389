-- How far an app has come: asked for, checked, piloted in some classes, on the shelf (AD-19). What is there already is on it.
alter table app add column shelf_state text not null default 'shelf'
  check (shelf_state in ('asked', 'checked', 'piloted', 'shelf'));
alter table app add column pilot_class_ids text[] not null default '{}';
-- schools that have switched it off for themselves; apart from the entry, so that it has no part in its revision
alter table app add column off_school_ids text[] not null default '{}';
-- further names by which it is searched for, and its filing number
alter table app add column aliases text[] not null default '{}';
alter table app add column filing_number text not null default '';

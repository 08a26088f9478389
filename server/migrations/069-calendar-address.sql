-- Addresses at which calendars of other programs read a timetable (HO-03, docs/decisions/081-calendar-addresses.md).

-- One for each person, identity and school; of a parent's, one for each child, at the child's school.
create table calendar_address (
  school_id text not null references school (id),
  user_id text not null references "user" (id) on delete cascade,
  identity text not null check (identity in ('student', 'teacher', 'parent')),
  -- the person whose lessons they are: oneself, or the child
  subject_id text not null references "user" (id) on delete cascade,
  secret_hash text not null unique,
  made_at timestamptz not null,
  primary key (school_id, user_id, identity, subject_id)
);
create index calendar_address_user on calendar_address (user_id);
create index calendar_address_subject on calendar_address (subject_id);

select row_security_by_school('calendar_address');

-- The desk for feedback (AD-20): who has taken a thread, and what colleagues note beside it, which the person never reads.

alter table feedback_thread add column taken_by text references "user" (id);
alter table feedback_thread add column taken_at timestamptz;
create index feedback_thread_taken on feedback_thread (taken_by) where taken_by is not null;

create table feedback_note (
  school_id text not null,
  thread_id text not null,
  id text not null,
  user_id text not null references "user" (id),
  act text not null check (act in ('note', 'take', 'hand-on', 'close')),
  content text not null,
  -- of a thread that was handed on: to whom, or to which institution
  to_user_id text references "user" (id),
  to_school_id text references school (id),
  created_at timestamptz not null,
  primary key (school_id, thread_id, id),
  foreign key (school_id, thread_id) references feedback_thread (school_id, id)
);
create index feedback_note_user on feedback_note (user_id, created_at);
select row_security_by_school('feedback_note');
create index feedback_thread_updated on feedback_thread (updated_at, id);

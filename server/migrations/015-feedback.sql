-- Feedback: threads of messages between a person and the staff who answer. `school_id` is the school that the person
-- asked from; `desk_id` the institution whose staff answers: the same school, or the district above it.

create table feedback_thread (
  school_id text not null references school (id),
  id text not null,
  user_id text not null references "user" (id),
  identity text not null check (identity in ('manager', 'teacher', 'student', 'parent', 'admin', 'inner_admin')),
  desk_id text not null references school (id),
  kind text not null check (kind in ('problem', 'question', 'suggestion')),
  title text not null,
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  last_seq integer not null default 0,
  -- how far each side has read, and what of the other side's that leaves unread
  person_read_seq integer not null default 0,
  staff_read_seq integer not null default 0,
  person_unread integer not null default 0 check (person_unread >= 0),
  staff_unread integer not null default 0 check (staff_unread >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (school_id, id)
);
create index feedback_thread_id on feedback_thread (id);
create index feedback_thread_user on feedback_thread (user_id, updated_at);
create index feedback_thread_desk on feedback_thread (desk_id, updated_at);
create index feedback_thread_person_unread on feedback_thread (user_id) where person_unread > 0;
create index feedback_thread_staff_unread on feedback_thread (desk_id) where staff_unread > 0;

create table feedback_message (
  school_id text not null,
  thread_id text not null,
  seq integer not null,
  side text not null check (side in ('person', 'staff')),
  user_id text not null references "user" (id),
  content text not null,
  created_at timestamptz not null,
  primary key (school_id, thread_id, seq),
  foreign key (school_id, thread_id) references feedback_thread (school_id, id)
);
create index feedback_message_user on feedback_message (user_id, created_at);

create table feedback_attachment (
  school_id text not null,
  thread_id text not null,
  seq integer not null,
  file_id text not null,
  sort integer not null,
  primary key (school_id, thread_id, seq, file_id),
  foreign key (school_id, thread_id, seq) references feedback_message (school_id, thread_id, seq)
);
create index feedback_attachment_file on feedback_attachment (file_id);

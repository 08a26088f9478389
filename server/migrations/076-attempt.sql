-- The key of the attempt that made a row, given by the page: what is sent again because its answer was lost is not made again.
-- Each index holds the school, so that row-level security hides no row with which a new one would collide.
alter table notice add column attempt uuid;
create unique index notice_attempt on notice (school_id, made_by, attempt) where attempt is not null;

alter table feedback_thread add column attempt uuid;
create unique index feedback_thread_attempt on feedback_thread (school_id, user_id, attempt) where attempt is not null;

alter table feedback_message add column attempt uuid;
create unique index feedback_message_attempt on feedback_message (school_id, thread_id, user_id, attempt)
  where attempt is not null;

alter table feedback_note add column attempt uuid;
create unique index feedback_note_attempt on feedback_note (school_id, thread_id, user_id, attempt)
  where attempt is not null;

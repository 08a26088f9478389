-- Notices that staff send (IN-02, IN-03), and the inboxes that they reach (IN-01).
create table notice (
  id text primary key,
  -- the school or district in whose name it is sent
  school_id text not null references school (id),
  made_by text references "user" (id),
  title text not null,
  -- as it was written, without markup
  content text not null,
  audience jsonb not null,
  -- the audience in words, as it was when the notice was written
  audience_words text not null,
  confirm text not null check (confirm in ('none', 'read', 'received', 'choice')),
  choices text[] not null default '{}',
  guardians text not null check (guardians in ('any', 'every')),
  state text not null check (state in ('planned', 'sending', 'sent', 'taken-back')),
  -- counts changes of the text; what was read or confirmed before `asked_version` is asked for again
  version integer not null default 1,
  asked_version integer not null default 1,
  created_at timestamptz not null,
  send_at timestamptz not null,
  sent_at timestamptz,
  -- of one that was sent
  changed_at timestamptz,
  taken_back_at timestamptz,
  reminded_at timestamptz,
  updated_at timestamptz not null
);
create index notice_place on notice (school_id, created_at desc, id desc);
create index notice_made_by on notice (made_by);
create index notice_updated on notice (updated_at);
create index notice_created on notice (created_at);

create table notice_recipient (
  id text primary key,
  -- the school at which the person has the identity
  school_id text not null references school (id),
  notice_id text not null references notice (id) on delete cascade,
  -- null: a child without a guardian who could be notified
  user_id text references "user" (id),
  identity text not null,
  -- the pupil on whose account a guardian has it
  child_id text references "user" (id),
  -- pupils get nothing at night
  visible_at timestamptz not null,
  reminded_at timestamptz,
  read_at timestamptz,
  read_version integer not null default 0,
  answered_at timestamptz,
  answered_version integer not null default 0,
  choice text,
  -- the last event that open inboxes must hear of
  touched_at timestamptz not null
);
create unique index notice_recipient_once on notice_recipient (notice_id, identity, coalesce(user_id, ''), coalesce(child_id, ''));
create index notice_recipient_inbox on notice_recipient (user_id, identity, visible_at desc, id desc);
create index notice_recipient_child on notice_recipient (child_id);
create index notice_recipient_touched on notice_recipient (touched_at);
create index notice_recipient_visible on notice_recipient (visible_at);

select row_security_by_school('notice');
select row_security_by_school('notice_recipient');

-- What the LTI platform remembers. Every hint and token is kept as SHA-256 only.

-- A class as one tool knows it. Made when the tool is first opened from that class; it may ask of no other.
create table lti_context (
  school_id text not null references school (id),
  id text not null,
  app_id text not null references app (id),
  class_id text not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, class_id, app_id),
  foreign key (school_id, class_id) references class (school_id, id)
);
create index lti_context_id on lti_context (id);

-- A launch on its way to a tool. Its row of app_ticket says whose it is and for how long.
create table lti_launch (
  ticket_hash text primary key references app_ticket (ticket_hash) on delete cascade,
  message text not null check (message in ('resource', 'deep-link')),
  class_id text,
  item_id text
);

-- A person who went to a tool to choose content, and may come back with it once.
create table lti_deep_link (
  data_hash text primary key,
  app_id text not null references app (id),
  user_id text not null references "user" (id),
  session_id text not null references session (id),
  school_id text not null references school (id),
  context_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index lti_deep_link_expires on lti_deep_link (expires_at);

-- Content of a tool that a teacher chose for a class.
create table lti_item (
  school_id text not null references school (id),
  id text not null,
  app_id text not null references app (id),
  context_id text not null,
  type text not null check (type in ('ltiResourceLink', 'link')),
  title text not null,
  text text not null default '',
  url text not null,
  custom jsonb not null default '{}',
  created_by text not null references "user" (id),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, context_id) references lti_context (school_id, id)
);
create index lti_item_context on lti_item (school_id, context_id);

create table lti_line_item (
  school_id text not null references school (id),
  id text not null,
  context_id text not null,
  label text not null,
  score_maximum double precision not null check (score_maximum > 0),
  resource_id text not null default '',
  tag text not null default '',
  -- '' or the link it belongs to: an item's id, or the tile's
  resource_link_id text not null default '',
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, context_id) references lti_context (school_id, id)
);
create index lti_line_item_context on lti_line_item (school_id, context_id);

-- The latest score of a pupil at a line item.
create table lti_score (
  school_id text not null,
  line_item_id text not null,
  user_id text not null references "user" (id),
  score_given double precision,
  score_maximum double precision,
  comment text not null default '',
  activity_progress text not null,
  grading_progress text not null,
  scored_at timestamptz not null,
  primary key (school_id, line_item_id, user_id),
  foreign key (school_id, line_item_id) references lti_line_item (school_id, id) on delete cascade
);

create table lti_access_token (
  token_hash text primary key,
  app_id text not null references app (id),
  scopes text[] not null,
  expires_at timestamptz not null
);
create index lti_access_token_expires on lti_access_token (expires_at);

-- Signed requests of tools that were taken once and are never taken again.
create table lti_assertion (
  app_id text not null references app (id),
  jti_hash text not null,
  expires_at timestamptz not null,
  primary key (app_id, jti_hash)
);
create index lti_assertion_expires on lti_assertion (expires_at);

-- Lessons and resources, their words for searching, and how often each was opened.

create table content (
  -- whose it is: a school's, a district's, or '' for everyone
  school_id text not null default '',
  id text not null,
  type_id text not null,
  title text not null,
  description text not null default '',
  cover text not null default '',
  -- '' where it is for no one stage, grade or subject
  stage_id text not null default '',
  grade_id text not null default '',
  subject_id text not null default '',
  author text not null default '',
  -- who provides it, as people read it
  source text not null default '',
  keywords text[] not null default '{}',
  -- [{"title": …, "text": …}], plain text
  sections jsonb not null default '[]',
  -- [Media] of the contract
  media jsonb not null default '[]',
  state text not null default 'draft' check (state in ('draft', 'published')),
  -- characters, pairs of characters, words and readings, made by the writer
  tok text[] not null default '{}',
  -- the title as it is compared: one width, lower case; its syllables; their initials
  title_plain text not null default '',
  sounds text not null default '',
  initials text not null default '',
  published_at timestamptz,
  -- when it last stopped being published; who pages through a search begun before still counts it
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (school_id, id),
  check (state = 'draft' or (published_at is not null and withdrawn_at is null))
);
create index content_of_id on content (id);
create index content_published on content (school_id, published_at desc, id);
create index content_tok on content using gin (tok);

-- Views are counted apart: a count must not write the words again. What a search sorts by is the count at the start of
-- a slot of time, so the last two slots in which there were views keep theirs.
create table content_view (
  school_id text not null,
  content_id text not null,
  views integer not null default 0,
  slot integer not null default 0,
  views_before integer not null default 0,
  former_slot integer not null default -1,
  former_views_before integer not null default 0,
  primary key (school_id, content_id)
);

-- Media of lessons that were uploaded in the page (AD-20): bytes are in the file store under the same key.
create table content_medium (
  -- the key of the file that it was made from
  id text primary key,
  name text not null,
  mime text not null,
  size integer not null,
  -- the school or district whose lessons may refer to it, '' for everybody's; null until the first one does
  owner text,
  created_at timestamptz not null,
  -- when the sweep first saw that nothing refers to it
  idle_since timestamptz
);
alter table picture add column idle_since timestamptz;
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('avatar', 'app-icon', 'feedback', 'logo', 'cover', 'media'));

-- the uploaded medium of an item: who may find the item reads it
alter table content add column medium_id text;
create index content_medium_of on content (medium_id) where medium_id is not null;
-- the desk's list, the last changed first
create index content_changed on content (updated_at desc, school_id desc, id desc);

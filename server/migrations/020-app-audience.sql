-- Whose an app is, who is let in or kept out of it by name (AP-05), and how often its entry has been changed.

alter table app
  -- the district whose own it is, which sees it alone and whose administrators change it; null: the platform's
  add column district_id text references school (id),
  -- an empty list limits nothing; otherwise who is on none of the four is kept out
  add column allow_user_ids text[] not null default '{}',
  add column allow_school_ids text[] not null default '{}',
  add column allow_class_ids text[] not null default '{}',
  add column allow_identities text[] not null default '{}',
  -- who is on any of these is kept out, whatever else is said
  add column deny_user_ids text[] not null default '{}',
  add column deny_school_ids text[] not null default '{}',
  add column deny_class_ids text[] not null default '{}',
  add column deny_identities text[] not null default '{}',
  add column revision integer not null default 1;

create index app_district on app (district_id);

-- Search behind the second wall (docs/decisions/027-benches.md). Whether an array holds another is nothing that PostgreSQL
-- may ask before the policies of `content` have been asked, so a search read every row instead of the index. These two ask
-- the index as the owner, and the wall themselves.
create function content_in_scope(school text) returns boolean language sql stable as $in_scope$
  select current_setting('schoolgate.scope', true) = '*' or school = ''
    or school = any (string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))
    or exists (select from school s where s.parent_id = school
      and s.id = any (string_to_array(current_setting('schoolgate.scope', true), E'\x1f')))
$in_scope$;

-- Rows that hold all of the words.
create function content_holding(words text[]) returns table (school_id text, id text)
language plpgsql stable rows 200 security definer set search_path from current as $holding$
begin
  return query select c.school_id, c.id from content c where c.tok @> words and content_in_scope(c.school_id);
end
$holding$;

-- Rows that hold any of the words.
create function content_touching(words text[]) returns table (school_id text, id text)
language plpgsql stable rows 200 security definer set search_path from current as $touching$
begin
  return query select c.school_id, c.id from content c where c.tok && words and content_in_scope(c.school_id);
end
$touching$;

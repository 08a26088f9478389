-- Counts the changes of each owner's content: pages of a search that a node has kept are right for as long as the count is
-- the same (docs/decisions/074-search-pace.md). Whoever writes content counts up in the same transaction.
create table content_version (
  -- as of content: a school's, a district's, or '' for everyone
  school_id text primary key,
  version bigint not null
);
insert into content_version select distinct school_id, 1 from content;

select row_security_by_school('content_version');
create policy content_version_from_above on content_version for select using (
  school_id = '' or school_id in (
    select s.parent_id from school s
    where s.id = any ((select string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))::text[])
  )
);

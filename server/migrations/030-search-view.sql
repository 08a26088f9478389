-- Search behind row-level security (docs/decisions/015-search.md). Whether an array holds another is nothing that PostgreSQL
-- may ask before the policies of `content` have been asked, so the index of `tok` could not be used. This view reads as the
-- owner and says the same condition itself, once for a statement, after the index; it shows no more than what a search
-- matches and sorts by, and requests may only read it (server/src/database/row-security.ts).
create view content_searchable as
  select c.school_id, c.id, c.type_id, c.stage_id, c.grade_id, c.subject_id, c.state, c.tok, c.title_plain, c.sounds,
    c.initials, c.published_at, c.withdrawn_at
  from content c
  where (select current_setting('schoolgate.scope', true)) = '*'
    or c.school_id = any ((
      select array['']
        || string_to_array(current_setting('schoolgate.scope', true), E'\x1f')
        || array(
          select s.parent_id from school s
          where s.parent_id is not null
            and s.id = any (string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))
        )
    )::text[]);

-- content_holding, content_touching and content_in_scope stay for nodes of the version before.

-- New words wait in a list that every search reads whole, and that makes the planner shun the index. Maintenance sorts them
-- in; after an import it must not wait for that.
create function content_words_sorted_in() returns void language sql security definer set search_path from current
  as $sorted$ select gin_clean_pending_list('content_tok') $sorted$;

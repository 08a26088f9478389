-- The second wall: whoever does not own a table sees the rows of the schools that the statement was sent for
-- (docs/decisions/021-walls.md). `schoolgate.scope` is set with every statement, for that statement or its transaction
-- only: '' sees nothing, '*' everything, and otherwise it is a list of schools, each after a unit separator.

-- Puts a table behind the wall. A later migration that makes a table with `school_id` calls it.
create function wall_by_school(name text) returns void language plpgsql as $wall$
begin
  execute format('alter table %I enable row level security', name);
  -- the sub-selects are evaluated once for a statement, and not for every row
  execute format($policy$
    create policy %I on %I using (
      (select current_setting('schoolgate.scope', true)) = '*'
      or school_id = any ((select string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))::text[])
    )$policy$, name || '_by_school', name);
end
$wall$;

select wall_by_school(name) from unnest(array[
  'membership', 'class', 'class_student', 'class_teacher',
  'app_ticket', 'oidc_grant', 'lti_context', 'lti_deep_link', 'lti_item', 'lti_line_item', 'lti_score',
  'content', 'content_view', 'invitation', 'feedback_thread'
]) as name;

-- What belongs to no school is everybody's to read, and what is the district's is its schools'.
create policy content_from_above on content for select using (
  school_id = '' or school_id in (
    select s.parent_id from school s
    where s.id = any ((select string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))::text[])
  )
);

-- Feedback of a school may be answered by the district above it: whoever sees a thread sees what was said in it.
create policy feedback_thread_by_desk on feedback_thread using (
  desk_id = any ((select string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))::text[])
);
alter table feedback_message enable row level security;
create policy feedback_message_of_thread on feedback_message using (
  exists (select 1 from feedback_thread t where t.school_id = feedback_message.school_id and t.id = thread_id)
);
alter table feedback_attachment enable row level security;
create policy feedback_attachment_of_thread on feedback_attachment using (
  exists (select 1 from feedback_thread t where t.school_id = feedback_attachment.school_id and t.id = thread_id)
);

-- Everybody adds to the audit, of whatever school; who reads it is bounded as elsewhere.
alter table audit_entry enable row level security;
create policy audit_entry_added on audit_entry for insert with check (true);
create policy audit_entry_by_school on audit_entry for select using (
  (select current_setting('schoolgate.scope', true)) = '*'
  or school_id = any ((select string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))::text[])
);

-- Cuts off the beginning of the audit for the retention rule, as the owner: the requests' role may delete nothing of it.
create function audit_drop(up_to bigint) returns bigint language plpgsql security definer set search_path from current as $drop$
declare
  gone bigint;
begin
  perform set_config('schoolgate.audit_cut', 'on', true);
  delete from audit_entry e using audit_link l where l.seq <= up_to and e.id = l.entry_id;
  delete from audit_link where seq <= up_to;
  get diagnostics gone = row_count;
  perform set_config('schoolgate.audit_cut', '', true);
  return gone;
end
$drop$;

-- Taking 50,000 accounts back asks every table that refers to people, for each of them
-- (docs/decisions/069-rosters-of-fifty-thousand.md). `restrict` asks the same as `no action`, of references that are never
-- deferred, but does not look first whether another person of the same id has come.
do $references$
declare
  one record;
begin
  for one in
    select c.conrelid::regclass as referring, c.conname, pg_get_constraintdef(c.oid) as definition from pg_constraint c
    where c.contype = 'f' and c.confrelid = '"user"'::regclass and c.confdeltype = 'a' and not c.condeferrable
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s on delete restrict',
      one.referring, one.conname, one.conname, one.definition);
  end loop;
end
$references$;

-- Each of these tables may hold a row or more for everybody, and was gone through for each account.
create index consent_given_by on consent (given_by) where given_by is not null;
create index person_notice_by on person_notice (by_id) where by_id is not null;
create index person_notice_about on person_notice (about_id) where about_id is not null;
create index oidc_grant_user on oidc_grant (user_id);
create index app_ticket_user on app_ticket (user_id);
create index lti_deep_link_user on lti_deep_link (user_id);
create index lti_score_user on lti_score (user_id);
create index qr_code_user on qr_code (user_id) where user_id is not null;
create index roster_answer_user on roster_answer (user_id);
create index roster_answer_said_by on roster_answer (said_by);

-- To which versions somebody has agreed, in one text, and when they were born: who lacks a consent is then a range of one
-- index, and no comparison of whole tables (AD-01, docs/decisions/056-pace.md). Neither changes by itself: which versions are in
-- force, and who is still a child, is asked of the day.
alter table person_search
  -- `child@1,privacy@1,user@1`, in that order; in "C", as the index is walked through by its values
  add column agreed text collate "C" not null default '',
  add column born date;

update person_search s set born = u.birth_date, agreed = coalesce(c.agreed, '')
from "user" u left join (
  select user_id, string_agg(type || '@' || version, ',' order by type collate "C", version) as agreed
  from consent group by user_id) c on c.user_id = u.id
where s.user_id = u.id and (u.birth_date is not null or c.agreed is not null);
create index person_search_consents on person_search (agreed, born, user_id);

create function person_search_agrees() returns trigger language plpgsql set search_path from current as $agrees$
begin
  update person_search s set agreed = coalesce((
      select string_agg(c.type || '@' || c.version, ',' order by c.type collate "C", c.version)
      from consent c where c.user_id = s.user_id), '')
    where s.user_id in (case when tg_op <> 'INSERT' then old.user_id end, case when tg_op <> 'DELETE' then new.user_id end);
  return null;
end
$agrees$;
create trigger consent_is_kept after insert or delete or update of user_id, type, version on consent
  for each row execute function person_search_agrees();

create function person_search_is_born() returns trigger language plpgsql set search_path from current as $born$
begin
  update person_search set born = new.birth_date where user_id = new.id;
  return null;
end
$born$;
-- by its name after person_search_added, which makes the row
create trigger person_search_born after insert on "user"
  for each row when (new.birth_date is not null) execute function person_search_is_born();
create trigger person_search_born_anew after update of birth_date on "user"
  for each row when (old.birth_date is distinct from new.birth_date) execute function person_search_is_born();

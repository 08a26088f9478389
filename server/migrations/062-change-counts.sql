-- How many rows of a change set have which outcome, counted as they get it: to count 150,000 rows takes as long as to write
-- a chunk of them, and the page asks again and again (docs/decisions/069-rosters-of-fifty-thousand.md).
alter table change_set
  add column applied_count integer not null default 0,
  add column undone_count integer not null default 0,
  add column outdated_count integer not null default 0;
update change_set s set applied_count = r.applied, undone_count = r.undone, outdated_count = r.outdated
from (select set_id, count(*) filter (where state = 'applied') as applied, count(*) filter (where state = 'undone') as undone,
    count(*) filter (where state = 'outdated') as outdated
  from change_row group by set_id) r
where r.set_id = s.id;

-- The search's row of each new person: one statement for all that a statement brings, with their birthdays, where there
-- were two for each person, which wrote to every index of the table twice.
drop trigger person_search_added on "user";
drop trigger person_search_born on "user";
create function person_search_adds() returns trigger language plpgsql set search_path from current as $adds$
begin
  insert into person_search (user_id, born) select id, birth_date from added
  on conflict (user_id) do update set is_stale = true, born = excluded.born;
  return null;
end
$adds$;
create trigger person_search_added after insert on "user" referencing new table as added
  for each statement execute function person_search_adds();

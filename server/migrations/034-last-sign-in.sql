-- When somebody last signed in, for lists of people (AD-01): sessions go after half a year, and to compare whole tables of
-- them for who has never done so takes too long.
alter table person_search add column last_sign_in timestamptz;
update person_search s set last_sign_in = coalesce(
  (select max(x.created_at) from session x where x.user_id = s.user_id),
  (select max(c.agreed_at) from consent c where c.user_id = s.user_id and c.given_by is null));
create index person_search_never_signed_in on person_search (user_id) where last_sign_in is null;

create function person_has_signed_in() returns trigger language plpgsql set search_path from current as $signed_in$
begin
  update person_search set last_sign_in = new.created_at where user_id = new.user_id;
  return null;
end
$signed_in$;
create trigger person_has_signed_in after insert on session
  for each row execute function person_has_signed_in();
drop index session_of_user;

-- Who has agreed to a version, for the list of those who have not.
create index consent_of_version on consent (type, version, user_id);

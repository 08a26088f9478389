-- Whether somebody has ever signed in is written once. When the last time was is the session's to say: written anew at each
-- sign-in, it would be written to every index of the table.
drop index person_search_never_signed_in;
alter table person_search add column has_signed_in boolean not null default false;
update person_search set has_signed_in = true where last_sign_in is not null;
alter table person_search drop column last_sign_in;
create index person_search_never_signed_in on person_search (user_id) where not has_signed_in;
create or replace function person_has_signed_in() returns trigger language plpgsql set search_path from current as $signed_in$
begin
  update person_search set has_signed_in = true where user_id = new.user_id and not has_signed_in;
  return null;
end
$signed_in$;
create index session_of_user on session (user_id, created_at);

-- Finding a person among 200,000 (AD-01, docs/decisions/045-finding-people.md), and two facts that lists of people show.

-- How a name is read. The server writes it after the name (server/src/people/readings.ts): `is_stale` says that it has yet to.
-- In "C", so that an index serves what begins with a text, whatever the database's own order.
create table person_search (
  user_id text primary key references "user" (id) on delete cascade,
  -- the name that was read; its syllables apart by spaces, which lists are in the order of
  name text collate "C" not null default '',
  syllables text collate "C" not null default '',
  -- in one piece: of the whole, and without the first syllable; then the first letters, likewise
  letters text collate "C" not null default '',
  given_letters text collate "C" not null default '',
  initials text collate "C" not null default '',
  given_initials text collate "C" not null default '',
  is_stale boolean not null default true
);
create index person_search_order on person_search (syllables, name, user_id);
create index person_search_letters on person_search (letters);
create index person_search_given_letters on person_search (given_letters);
create index person_search_initials on person_search (initials);
create index person_search_given_initials on person_search (given_initials);
create index person_search_stale on person_search (user_id) where is_stale;

-- Whoever writes a name need not know of this table.
create function person_search_is_stale() returns trigger language plpgsql set search_path from current as $stale$
begin
  insert into person_search (user_id) values (new.id) on conflict (user_id) do update set is_stale = true;
  return null;
end
$stale$;
create trigger person_search_added after insert on "user"
  for each row execute function person_search_is_stale();
create trigger person_search_renamed after update of name on "user"
  for each row when (old.name is distinct from new.name) execute function person_search_is_stale();
insert into person_search (user_id) select id from "user";

-- The characters of a name: what holds all of them is few, and is then looked at.
create index user_name_characters on "user" using gin (string_to_array(lower(name), null));
create index user_account_order on "user" (account collate "C");
create index user_created on "user" (created_at, id);
-- Numbers are known by their ends.
create index user_number_tail on "user" (reverse(lower(sourced_id)) collate "C") where sourced_id is not null;
create index user_mobile_tail on "user" (reverse(mobile) collate "C") where mobile is not null;
create index user_disabled on "user" (id) where not is_abled;
create index session_of_user on session (user_id, created_at);

-- The last day of an identity, as of a substitute teacher (AD-05).
alter table membership add column until timestamptz;
create index membership_until on membership (until) where until is not null;

-- Who cannot sign in for a time, or until it is taken back (AD-06).
create table person_lock (
  user_id text primary key references "user" (id) on delete cascade,
  -- null: until it is taken back
  until timestamptz,
  reason text not null,
  locked_by text references "user" (id),
  locked_at timestamptz not null
);

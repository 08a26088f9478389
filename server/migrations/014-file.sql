-- Files that people put. A row begins as a permission to put one object; what arrives waits apart until it has been
-- looked at, and is kept when it passed. A file belongs to a person, not to a school: where it is attached says who reads it.

create table file (
  id text primary key,
  user_id text not null references "user" (id),
  purpose text not null check (purpose in ('avatar', 'app-icon', 'feedback')),
  name text not null,
  promised_mime text not null,
  promised_size integer not null check (promised_size > 0),
  created_at timestamptz not null,
  -- the permission's end
  expires_at timestamptz not null,
  -- promised: nothing has come; arriving: someone is putting; arrived: it waits; stored: it is kept; dropped: to be deleted
  state text not null default 'promised' check (state in ('promised', 'arriving', 'arrived', 'stored', 'dropped')),
  mime text,
  size integer,
  width integer,
  height integer,
  stored_at timestamptz,
  -- something refers to it; what nothing refers to is swept
  is_held boolean not null default false,
  released_at timestamptz,
  -- what may have come again after it was kept has been deleted too
  is_cleared boolean not null default false,
  check ((stored_at is null) = (mime is null or size is null)),
  check (state <> 'stored' or stored_at is not null),
  check (not is_held or state = 'stored')
);
create index file_user on file (user_id, created_at);
create index file_idle on file (expires_at) where not is_held;
create index file_uncleared on file (expires_at) where not is_cleared;

-- A ticket for a CAS service. Its row of app_ticket says whose it is and for how long.
create table cas_ticket (
  ticket_hash text primary key references app_ticket (ticket_hash) on delete cascade,
  service text not null,
  -- the person proved who they are for this very ticket
  is_fresh boolean not null,
  -- in clear once its service has used it and it has no power left: single logout names the sign-in by it
  ticket text
);

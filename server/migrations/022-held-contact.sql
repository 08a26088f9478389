-- Phones and addresses that their person was once reached at: a code that went there came back (ID-09).
create table held_contact (
  user_id text not null references "user" (id),
  channel text not null check (channel in ('mobile', 'email')),
  -- SHA-256 of the number or address: when another stands on file, from wherever, it no longer counts
  receiver_key text not null,
  held_at timestamptz not null,
  primary key (user_id, channel)
);

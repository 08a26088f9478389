-- Codes by which people come in: QR codes that a signed-in person confirms, and invitations.

-- A sign-in by QR code (SE-03), of nobody's school until somebody confirms it. Three secrets, kept as SHA-256: the page
-- polls with one, the QR code shows the second, the browser's cookie is the third.
create table qr_code (
  poll_hash text primary key,
  code_hash text not null unique,
  browser_hash text not null,
  -- waiting → scanned → confirmed → used, or scanned → refused
  status text not null default 'waiting' check (status in ('waiting', 'scanned', 'confirmed', 'refused', 'used')),
  -- who scanned it; nobody else can confirm it
  user_id text references "user" (id),
  -- who asks
  client text not null check (client in ('web', 'pc', 'mobile')),
  device text not null default '',
  ip text not null default '',
  network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (status = 'waiting'))
);
create index qr_code_network on qr_code (network, created_at);
create index qr_code_expires on qr_code (expires_at);

-- What a code opens (SE-12, ID-10). The code is kept as it is: its maker must be able to show it again.
create table invitation (
  school_id text not null references school (id),
  id text not null,
  code text not null unique,
  kind text not null check (kind in ('class', 'child', 'staff')),
  identity text not null check (identity in ('manager', 'teacher', 'student', 'parent')),
  -- of a class or child code
  class_id text,
  -- of a child code: the pupil whose parent it makes
  child_id text references "user" (id),
  max_uses integer not null check (max_uses between 1 and 500),
  used integer not null default 0 check (used between 0 and max_uses),
  -- null: the operator
  created_by text references "user" (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, class_id) references class (school_id, id),
  check ((kind = 'staff') = (class_id is null)),
  check ((kind = 'child') = (child_id is not null)),
  check ((kind = 'child') = (identity = 'parent')),
  check (kind <> 'class' or identity in ('teacher', 'student')),
  check (kind <> 'staff' or identity in ('manager', 'teacher'))
);
create index invitation_class on invitation (school_id, class_id);
create index invitation_child on invitation (child_id);

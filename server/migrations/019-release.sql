-- Releases per device: what an operator published, and the builds of the page that nodes announced (docs/releases.md).
create table release (
  device text not null check (device in ('web', 'pc', 'ios', 'android')),
  version text not null,
  min_version text not null,
  force boolean not null,
  notes text not null,
  url text not null,
  -- of those that are not withdrawn, the last one published is the present one
  published_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (device, version)
);
create index release_present on release (device, published_at desc) where withdrawn_at is null;

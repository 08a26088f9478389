-- Bundles of a OneRoster source, one after the other: a change set turns the source to a newer one, and its undo turns it back.
create table roster_bundle (
  id text primary key,
  source text not null,
  -- the bundle that this one was laid over and compared with; null: it is the source's first
  base_id text,
  created_at timestamptz not null
);
create index roster_bundle_source on roster_bundle (source);
insert into roster_bundle (id, source, created_at) select source, source, now() from roster_source;
alter table roster_source add column bundle_id text references roster_bundle (id);
update roster_source set bundle_id = source;

alter table roster_file drop constraint roster_file_source_fkey, drop constraint roster_file_pkey;
alter table roster_file rename column source to bundle_id;
alter table roster_file
  add primary key (bundle_id, file),
  add foreign key (bundle_id) references roster_bundle (id) on delete cascade;

-- Changes that an operator planned by command: nobody made them in the page.
alter table change_set add column by_operator boolean not null default false;

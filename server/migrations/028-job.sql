-- Work that no answer waits for (docs/decisions/040-jobs.md). What a job works on stands in the tables of its kind, under
-- `ref_id`: a job itself holds no data and no secret.
create table job (
  id text primary key,
  kind text not null,
  ref_id text not null default '',
  -- who may see it; null: the platform's own
  school_id text references school (id),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  progress integer not null default 0,
  total integer,
  run_at timestamptz not null,
  lease_until timestamptz,
  leased_by text,
  attempts integer not null default 0,
  error text,
  created_by text references "user" (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- one thing is worked on by one job at a time; a kind that comes again has one row
create unique index job_open on job (kind, ref_id) where state in ('waiting', 'running');
create index job_due on job (run_at) where state in ('waiting', 'running');
create index job_finished on job (finished_at) where finished_at is not null;
create index job_school on job (school_id, created_at);
create index job_created_by on job (created_by);

alter table job enable row level security;
create policy job_by_school on job using (
  school_id is null
  or (select current_setting('schoolgate.scope', true)) = '*'
  or school_id = any ((select string_to_array(current_setting('schoolgate.scope', true), E'\x1f'))::text[])
);

-- what a job has done already, written in the transaction that did it
create table job_step (
  job_id text not null references job (id) on delete cascade,
  step text not null,
  primary key (job_id, step)
);

-- Reports of events are kept by days: a day that is over its time is dropped, not deleted (docs/decisions/072-partitions.md).

alter table event_report rename to event_report_before;
alter table event_report_before rename constraint event_report_pkey to event_report_before_pkey;

create table event_report (
  id text not null,
  event text not null,
  client text not null default '',
  page text not null default '',
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (created_at, id)
) partition by range (created_at);

-- For a day that nobody has made: no write fails for want of one.
create table event_report_other partition of event_report default;

-- Makes the days of a table from one on that are missing, UTC, and moves into them what stands among the others.
-- As the owner: the requests' role makes no tables. A temporary table of the caller's is looked up last. Whoever waits for a lock is waited for two seconds, and no longer.
create function days_make(days_of text, first_day date, last_day date) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' set timezone = 'UTC' as $days$
declare
  made integer := 0;
  day date := first_day;
  part text;
begin
  if days_of <> 'event_report' or last_day - first_day > 400 then
    raise exception 'no days of % from % to %', days_of, first_day, last_day;
  end if;
  while day <= last_day loop
    part := format('%s_%s', days_of, to_char(day, 'YYYYMMDD'));
    if to_regclass(quote_ident(part)) is null then
      execute format('lock table %I in access exclusive mode', days_of || '_other');
      execute format('create table %I (like %I including defaults including constraints)', part, days_of);
      execute format('with moved as (delete from %I where created_at >= %L and created_at < %L returning *)
        insert into %I select * from moved', days_of || '_other', day::timestamptz, (day + 1)::timestamptz, part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        days_of, part, day::timestamptz, (day + 1)::timestamptz);
      made := made + 1;
    end if;
    day := day + 1;
  end loop;
  return made;
end
$days$;

-- Drops the days of a table that were over before a moment, and deletes what stands among the others from before it.
create function days_drop(days_of text, before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' set timezone = 'UTC' as $days$
declare
  dropped integer := 0;
  part text;
begin
  if days_of <> 'event_report' then
    raise exception 'no days of %', days_of;
  end if;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = days_of::regclass and c.relname ~ '_\d{8}$'
      and (right(c.relname, 8)::date + 1)::timestamptz <= before
    order by 1
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  execute format('delete from %I where created_at < $1', days_of || '_other') using before;
  return dropped;
end
$days$;

revoke execute on function days_make, days_drop from public;

-- from the oldest report on that is still kept
select days_make('event_report', greatest(today - 31, least(today, oldest)), today + 7) from (
  select (now() at time zone 'UTC')::date as today,
    (select (min(created_at) at time zone 'UTC')::date from event_report_before) as oldest
) as t;
insert into event_report (id, event, client, page, detail, created_at)
  select id, event, client, page, detail, created_at from event_report_before;
drop table event_report_before;

-- Planner statistics of the rosters of apps, after one was written down: requests do not own the table, and the embedded
-- database has nobody who would do it sooner or later (docs/decisions/063-one-roster-provider.md).
create function one_roster_analyze() returns void language plpgsql security definer set search_path from current as $analyze$
begin
  analyze one_roster_record;
end
$analyze$;

-- A browser whose push service no longer knows it (IN-05): kept as long as its session, so that the page can tell one that
-- the browser has since replaced by itself from one that nobody asked for.
alter table push_subscription add column is_gone boolean not null default false;

-- Where people are brought in from, and what each source's roster holds now.

create table roster_source (
  -- the system code of the roster, as in `source` of the rows it brought
  source text primary key
);

-- A bundle may bring only what changed (delta): it is laid over the rows kept here. First passwords are not kept.
create table roster_file (
  source text not null references roster_source (source),
  file text not null,
  -- JSON: {"columns": […], "rows": [[…], …]}
  content text not null,
  primary key (source, file)
);

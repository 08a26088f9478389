-- Each term somebody who may give rights at a place looks at those who hold them (GR-06).
create table right_review (
  school_id text not null references school (id),
  term text not null,
  confirmed_by text references "user" (id),
  confirmed_at timestamptz not null,
  primary key (school_id, term)
);
select row_security_by_school('right_review');

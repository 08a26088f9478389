-- Who did not approve a change, and why: its maker reads that (CS-03).
alter table change_set
  add column refused_by text references "user" (id),
  add column refusal text;

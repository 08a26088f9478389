-- Where a change set comes from: the name and hash of a file or of pasted lines, which themselves are not kept (CS-06);
-- and the set that was planned in its stead, when rows had changed meanwhile (CS-02).
alter table change_set
  add column source jsonb,
  add column replaced_by text references change_set (id) on delete set null;

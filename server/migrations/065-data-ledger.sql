-- What apps read of many people at once, for a guardian's ledger (IN-07): such an entry names nobody.
create index audit_entry_lists on audit_entry (app_id, at) where app_id is not null and subject_id is null;

-- The account that a merged one went into (AD-14): when it can no longer be taken apart, the old one is erased.
alter table person_lock add column merged_into text;
update person_lock l set merged_into = u.id from "user" u where l.reason = '已并入账号 ' || u.account;
create index person_lock_merged on person_lock (locked_at) where merged_into is not null;

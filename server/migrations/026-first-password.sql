-- The password was set by somebody else, an import or an operator too: it only opens the way to one of the person's own.
alter table "user" add column must_change_password boolean not null default false;
update "user" set must_change_password = true where temporary_until is not null;
alter table "user" add constraint user_temporary_password
  check (temporary_until is null or must_change_password);

-- A contact that its person has verified by a code, by the field's name.
alter table held_contact rename to verified_contact;
alter table verified_contact rename column held_at to verified_at;
alter index held_contact_pkey rename to verified_contact_pkey;

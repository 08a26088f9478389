-- Pictures and files of notices (IN-02): the notice says who reads them.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('avatar', 'app-icon', 'feedback', 'logo', 'cover', 'media', 'notice'));
-- of a notice whose writer was erased
alter table file alter column user_id drop not null;
alter table file add constraint file_of_somebody check (user_id is not null or purpose = 'notice');

create table notice_file (
  school_id text not null references school (id),
  notice_id text not null references notice (id) on delete cascade,
  file_id text not null,
  sort integer not null,
  primary key (school_id, notice_id, file_id)
);
create index notice_file_notice on notice_file (notice_id, sort);
create unique index notice_file_file on notice_file (file_id);

select row_security_by_school('notice_file');

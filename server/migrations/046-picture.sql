-- Pictures that everybody may see, also before signing in: logos of the platform and of schools (AD-10, AD-20).
create table picture (
  -- the key of the file that it was made from
  id text primary key,
  mime text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('avatar', 'app-icon', 'feedback', 'logo', 'cover'));

-- Web push beside a notice (IN-05): the browser of a session, as long as that lasts.
create table push_subscription (
  session_id text primary key references session (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  -- whoever knows it may show something in this browser
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_user on push_subscription (user_id);

alter table notice_alert drop constraint notice_alert_channel_check;
alter table notice_alert add constraint notice_alert_channel_check check (channel in ('email', 'mobile', 'push'));

-- E-mail and SMS beside a notice, by each person's choice (IN-05).
alter table "user"
  add column notice_mail boolean not null default false,
  add column notice_sms boolean not null default false;

-- One for each notice, person and channel, made when the notice is sent; holds neither address nor text.
create table notice_alert (
  -- the notice's
  school_id text not null references school (id),
  notice_id text not null references notice (id) on delete cascade,
  user_id text not null references "user" (id) on delete cascade,
  channel text not null check (channel in ('email', 'mobile')),
  reason text not null check (reason in ('sent', 'reminded')),
  due_at timestamptz not null,
  -- 'sending' is written before it is handed over, so that a node that ends sends nothing twice
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
  tries integer not null default 0,
  primary key (school_id, notice_id, user_id, channel)
);
create index notice_alert_due on notice_alert (channel, due_at) where state = 'waiting';
create index notice_alert_sending on notice_alert (channel) where state = 'sending';
create index notice_alert_user on notice_alert (user_id);
create index notice_alert_notice on notice_alert (notice_id);
create index notice_alert_old on notice_alert (due_at);

select row_security_by_school('notice_alert');

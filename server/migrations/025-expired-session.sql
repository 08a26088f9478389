-- A session that was found out of date ends for good: it would live again when the clock is put back.
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('logout', 'replaced', 'revoked', 'expired'));

-- A message that waits for a carrier has a job of the kind `delivery`, which knows its tries.
insert into job (id, kind, ref_id, state, run_at, created_at)
select gen_random_uuid()::text, 'delivery', id, 'waiting', next_try_at, created_at
from outbox where status = 'waiting';
drop index outbox_waiting;
alter table outbox drop column tries, drop column next_try_at;

-- What was open before reminders existed is reminded of as well, unless the time for it is over.
insert into jobs (kind, name, payload, run_at, created_at)
select 'job', 'order.remind-confirm',
  jsonb_build_object('orderId', id, 'dueAt', to_char(confirm_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  confirm_due_at - interval '1 day', now()
from orders where stage = 'delivered' and confirm_due_at - interval '1 day' > now();

insert into jobs (kind, name, payload, run_at, created_at)
select 'job', 'reservation.remind', jsonb_build_object('id', id), starts_at - interval '1 day', now()
from reservations where stage in ('requested', 'booked') and replaced_by is null and starts_at - interval '1 day' > now();

insert into jobs (kind, name, payload, run_at, created_at)
select 'job', name, jsonb_build_object('rowId', r.id), r.due_at + days * interval '1 day', now()
from settlement_rows r cross join (values ('settlement.remind-due', -3), ('settlement.remind-overdue', 1)) as t (name, days)
where r.paid_at is null and r.due_at + days * interval '1 day' > now();

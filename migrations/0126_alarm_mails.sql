-- Alarms reach people: where a member of staff gets mail of the house, and which alarm went to whom.
alter table staff add column email text not null default '';

-- One row per alarm and address, so that nobody gets the same alarm twice however often its jobs are tried.
create table alarm_mails (
  alarm_id bigint not null references alarms (id),
  recipient text not null,
  sent_at timestamptz,
  last_error text not null default '',
  primary key (alarm_id, recipient)
);

-- The audit log in one partition for each month, like the sign-ins (0151): a new row goes to indexes of one month, not of all years.
alter table audit_log rename to audit_log_rest;
alter index audit_log_subject rename to audit_log_rest_subject;
alter index audit_log_at rename to audit_log_rest_at;
alter index audit_log_actor rename to audit_log_rest_actor;
alter index audit_log_named_no rename to audit_log_rest_named_no;
alter table audit_log_rest alter column id drop identity;
-- The parent gives it to all partitions; the one against truncate stays where it is, because PostgreSQL does not hand that on.
drop trigger audit_log_immutable on audit_log_rest;

create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null,
  actor_kind text not null,
  actor_id bigint,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  ip text not null default '',
  request_id text not null default '',
  named_no text generated always as (coalesce(after ->> 'orderNo', after ->> 'sampleNo', after ->> 'settlementNo', after ->> 'applicationNo',
    after ->> 'pickupNo', after ->> 'refundNo', after ->> 'withdrawalNo', after ->> 'paymentNo', after ->> 'exchangeNo', after ->> 'groupNo')) stored
) partition by range (at);
create unique index audit_log_id_at on audit_log (id, at);
create index audit_log_subject on audit_log (subject, id);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_actor on audit_log (actor_kind, actor_id, action, at desc);
create index audit_log_named_no on audit_log (named_no, id) where named_no is not null;
create trigger audit_log_immutable before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
select setval(pg_get_serial_sequence('audit_log', 'id'), coalesce((select max(id) from audit_log_rest), 0) + 1, false);
alter table audit_log attach partition audit_log_rest default;

-- Sign-ins in one partition for each month, so that removing them is the drop of a table (decision 0102). The table that is there becomes the
-- default partition: it has no bounds, so nothing is read while its lock is held, and every index that the parent asks for is there already.
-- The name stays, so the former release goes on writing. A job makes the partitions of the coming months (platform/db/partitions.ts).
alter table sign_ins rename to sign_ins_rest;
alter index sign_ins_at rename to sign_ins_rest_at;
alter index sign_ins_subject rename to sign_ins_rest_subject;
-- Numbers now come from the parent; a partition may not have a sequence of its own.
alter table sign_ins_rest alter column id drop identity;

create table sign_ins (
  id bigint generated always as identity,
  at timestamptz not null,
  kind text not null constraint sign_ins_kind_check check (kind in ('customer', 'staff')),
  subject_id bigint,
  typed text not null default '',
  method text not null,
  outcome text not null,
  ip text not null default '',
  user_agent text not null default '',
  constraint sign_ins_check check (subject_id is not null or outcome <> 'done')
) partition by range (at);
-- A unique key of a partitioned table has the column that divides it; numbers differ anyway, because they come from one sequence.
create unique index sign_ins_id_at on sign_ins (id, at);
create index sign_ins_at on sign_ins (at desc, id desc);
create index sign_ins_subject on sign_ins (kind, subject_id, at desc);
select setval(pg_get_serial_sequence('sign_ins', 'id'), coalesce((select max(id) from sign_ins_rest), 0) + 1, false);
alter table sign_ins attach partition sign_ins_rest default;

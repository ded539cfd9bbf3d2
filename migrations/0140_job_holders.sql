-- Who runs a job: only the holder may say what came of it. Events and jobs are found each by an index of their own, so that the
-- work of one look does not grow with what waits or is kept.
alter table jobs add column holder text;
drop index jobs_due;
create index jobs_due_events on jobs (run_at, id) where kind = 'event' and state in ('waiting', 'running');
create index jobs_due_jobs on jobs (run_at, id) where kind = 'job' and state in ('waiting', 'running');
create index jobs_dead on jobs (id) where state = 'dead';
create index jobs_done on jobs (done_at) where state = 'done';

-- Work that comes round: when it is due next.
create table periodic_work (
  name text primary key,
  due_at timestamptz not null,
  last_queued_at timestamptz
);

create index idempotency_keys_created_at on idempotency_keys (created_at);
create index code_failures_window on code_failures (window_started_at);
create index sessions_last_seen on sessions (last_seen_at);

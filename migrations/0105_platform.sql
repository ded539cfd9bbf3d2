-- Work on the rows of a whole table after a release, batch by batch beside the requests (decision 0091).
create table backfills (
  name text primary key,
  state text not null default 'running' check (state in ('running', 'paused', 'done')),
  -- Where the next batch begins; null before the first one.
  position jsonb,
  done bigint not null default 0,
  -- Counted at the start; an estimate, because rows come and go.
  total bigint not null,
  started_at timestamptz not null,
  -- When the last batch ended.
  moved_at timestamptz not null,
  finished_at timestamptz,
  -- Why the last batch failed; null after one that succeeded. It is tried again.
  error text
);

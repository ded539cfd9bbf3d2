-- One run of all checks of the books. It is kept, so that the day on which something stopped to tie can be found.
create table book_runs (
  id bigint generated always as identity primary key,
  -- daily: by the worker; staff: from the console; command: npm run books
  made_by text not null check (made_by in ('daily', 'staff', 'command')),
  staff_id bigint references staff,
  started_at timestamptz not null,
  ms integer not null,
  -- How many faults all checks found together.
  found bigint not null,
  -- [{key, found, faults, ms}], the first faults of each check.
  results jsonb not null,
  check ((made_by = 'staff') = (staff_id is not null))
);

-- A day in Shanghai whose figures are fixed. Days are closed one after the other; a closed one is never opened again.
create table day_closings (
  day date primary key,
  closed_by bigint not null references staff,
  closed_at timestamptz not null
);

-- Bank and channels show what lies there, so that all figures of a laboratory without faults are positive.
create table day_figures (
  id bigint generated always as identity primary key,
  day date not null references day_closings,
  account text not null,
  opening_fen bigint not null,
  in_fen bigint not null check (in_fen >= 0),
  out_fen bigint not null check (out_fen >= 0),
  closing_fen bigint not null,
  unique (day, account),
  check (closing_fen = opening_fen + in_fen - out_fen)
);
create trigger day_closings_immutable before update or delete on day_closings for each row execute function refuse_change();
create trigger day_figures_immutable before update or delete on day_figures for each row execute function refuse_change();

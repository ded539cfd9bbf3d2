-- A file of rows that a member of staff imports: checked in the background, looked at, written, and taken back if wished.
create table import_runs (
  id bigint generated always as identity primary key,
  kind text not null,
  kind_label text not null,
  staff_id bigint not null references staff,
  file_name text not null,
  -- the uploaded file; null once its rows are stored
  file_id bigint,
  stage text not null,
  version integer not null default 1,
  -- null until the rows are read
  total integer,
  -- of the step that runs now
  done integer not null default 0,
  new_rows integer not null default 0,
  changed_rows integer not null default 0,
  unchanged_rows integer not null default 0,
  faulty_rows integer not null default 0,
  written_rows integer not null default 0,
  refused_rows integer not null default 0,
  undone_rows integer not null default 0,
  kept_rows integer not null default 0,
  -- names of columns that the kind does not know
  ignored text not null default '',
  -- why the file could not be read, or why the work stopped
  failure text not null default '',
  -- who ordered the step that runs now; the rows are written with the rights of this person
  acted_by bigint references staff,
  created_at timestamptz not null,
  checked_at timestamptz,
  committed_at timestamptz,
  undone_at timestamptz,
  -- the rows hold personal data and are dropped after some time; the run stays as a record
  rows_dropped_at timestamptz,
  check (written_rows >= 0 and refused_rows >= 0 and undone_rows >= 0 and kept_rows >= 0)
);
create index import_runs_created on import_runs (created_at desc, id desc);
create index import_runs_rows on import_runs (created_at) where rows_dropped_at is null;

create table import_rows (
  run_id bigint not null references import_runs on delete cascade,
  -- as a spreadsheet numbers it; the head is row 1
  row_no integer not null,
  -- by the key of the column
  cells jsonb not null,
  -- what may occur only once in a file
  row_key text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'new', 'changed', 'unchanged', 'faulty', 'written', 'refused', 'undone', 'kept')),
  -- [{"column": "phone", "reason": "…"}]
  faults jsonb not null default '[]',
  note text not null default '',
  -- what the row wrote, for taking it back
  made jsonb,
  customer_id bigint,
  primary key (run_id, row_no)
);
create index import_rows_state on import_rows (run_id, state, row_no);
create index import_rows_key on import_rows (run_id, row_key) where row_key <> '';
create index import_rows_customer on import_rows (customer_id) where customer_id is not null;

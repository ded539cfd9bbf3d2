-- What was measured and how, the files that came of it, and the reports that vouch for them.

create table test_records (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_id bigint not null,
  instrument text not null,
  conditions text not null,
  environment text not null default '',
  sample_nos text[] not null,
  operator_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  remark text not null default '',
  created_at timestamptz not null,
  -- A changed record is a new row; the old one is kept.
  replaced_at timestamptz,
  check (ended_at is null or ended_at >= started_at)
);
create unique index test_records_current on test_records (line_id) where replaced_at is null;
create index test_records_order on test_records (order_id);

create table result_files (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  -- Empty for files of the whole order.
  sample_no text not null default '',
  file_id bigint not null unique references files (id),
  name text not null,
  version integer not null default 1,
  note text not null default '',
  uploaded_by bigint,
  created_at timestamptz not null,
  released_at timestamptz,
  replaced_at timestamptz
);
create unique index result_files_current on result_files (order_id, sample_no, lower(name)) where replaced_at is null;
create index result_files_order on result_files (order_id);

create table reports (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  order_no text not null,
  title text not null,
  customer_id bigint not null,
  -- Printed with the report; the public page answers by it.
  code text not null unique,
  edition integer not null,
  stage text not null,
  version integer not null default 1,
  -- SHA-256 of every file the report vouches for.
  checksums text[] not null,
  pdf_file_id bigint references files (id),
  published_at timestamptz not null,
  withdrawn_reason text not null default '',
  unique (order_id, edition)
);
create unique index reports_valid on reports (order_id) where stage = 'valid';

-- Curves read from files, kept by the checksum of the file since reading one takes a while. Null: there is none in it.
create table parsed_series (
  sha256 text primary key,
  data jsonb,
  created_at timestamptz not null
);

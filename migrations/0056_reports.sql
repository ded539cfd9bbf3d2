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
  -- A record or file knows at which version of its order it was entered, so that what came after a retest or a return can be told
  -- from what was there before, without comparing clocks. What is there already counts as before.
  order_version integer not null default 0,
  -- The customer may read it since then; null until its delivery.
  released_at timestamptz,
  method text not null default '',
  -- The values that the report prints: sample, name, value, unit, uncertainty, remark.
  measured jsonb not null default '[]' check (jsonb_typeof(measured) = 'array'),
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
  replaced_at timestamptz,
  order_version integer not null default 0,
  -- Why a file that names the sample of another order was taken all the same.
  foreign_reason text not null default ''
);
create unique index result_files_current on result_files (order_id, sample_no, lower(name)) where replaced_at is null;
create index result_files_order on result_files (order_id);

-- What the second person ticked before a delivery, in the words of that day.
create table verification_checks (
  order_id bigint not null,
  -- The version of the order that was verified.
  order_version integer not null,
  place integer not null,
  text text not null,
  staff_id bigint not null,
  checked_at timestamptz not null,
  primary key (order_id, order_version, place)
);

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
  -- A report belongs to one verification of its order: what was entered before that version of the order is in it.
  order_version integer not null default 0,
  reviewer_id bigint,
  -- The PDF as it was issued, once pdf_file_id names the stamped one.
  issued_file_id bigint references files (id),
  -- What is different from the edition before.
  change_note text not null default '',
  -- The templates and names that were in force, so that an edition is drawn again as it was.
  printed jsonb,
  unique (order_id, edition)
);
create unique index reports_valid on reports (order_id) where stage = 'valid';
create index reports_words on reports using gin (grams(folded(code))) with (gin_pending_list_limit = 256);
alter index reports_words alter column 1 set statistics 0;

-- Samples for which no data is delivered, each with the reason that the reviewer and the customer read.
create table samples_without_data (
  order_id bigint not null,
  sample_no text not null,
  reason text not null,
  staff_id bigint not null,
  created_at timestamptz not null,
  primary key (order_id, sample_no)
);

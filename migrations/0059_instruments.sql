-- Instruments of the laboratory, the projects they serve, and when they cannot be used.
create table instruments (
  id bigint generated always as identity primary key,
  -- As on the plate of the instrument.
  instrument_no text not null unique,
  name text not null,
  model text not null,
  location text not null,
  keeper text not null,
  specification text not null,
  stage text not null check (stage in ('usable', 'stopped', 'calibrating')),
  version integer not null default 1,
  -- The last day on which the calibration is valid; null for an instrument that needs none.
  calibration_due date,
  -- Whether an overdue calibration refuses slots and tests, or only warns staff.
  calibration_rule text not null check (calibration_rule in ('block', 'warn')),
  created_at timestamptz not null
);

create table instrument_projects (
  instrument_id bigint not null references instruments (id),
  rid bigint not null,
  -- Whether its bookings share the slots of the instrument with those of other projects; otherwise they have slots of their own.
  shared boolean not null default true,
  primary key (instrument_id, rid)
);
create index instrument_projects_rid on instrument_projects (rid);

-- Calibrations and services; never changed afterwards.
create table instrument_diary (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instruments (id),
  kind text not null check (kind in ('calibration', 'service')),
  happened_on date not null,
  note text not null,
  certificate_no text not null default '',
  certificate_file_id bigint references files (id),
  -- Of a calibration: until when it is valid.
  next_due date,
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  check (kind = 'calibration' or (next_due is null and certificate_no = '' and certificate_file_id is null)),
  check (kind = 'service' or next_due is not null),
  check (next_due is null or next_due > happened_on)
);
create index instrument_diary_instrument on instrument_diary (instrument_id, happened_on desc, id desc);
create index instrument_diary_file on instrument_diary (certificate_file_id);

create table instrument_downtimes (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instruments (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  -- Taken back by staff; a block that was taken back is kept as a record.
  removed_at timestamptz,
  check (ends_at > starts_at)
);
create index instrument_downtimes_instrument on instrument_downtimes (instrument_id, ends_at desc);

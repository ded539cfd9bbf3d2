-- Control charts: a reference quantity of an instrument that is measured again and again, the limits that hold, and the measurements
-- (decision 0114).
create table control_charts (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references instruments (id),
  quantity text not null,
  -- Empty for a quantity without unit.
  unit text not null default '',
  material text not null,
  certificate_no text not null default '',
  interval_days integer not null check (interval_days between 1 and 366),
  version integer not null default 1,
  created_at timestamptz not null,
  -- Since then it is no longer kept up; its measurements stay.
  stopped_at timestamptz,
  stop_reason text not null default '',
  -- What the latest measurement says under the limits that hold; written with each change, so that lists filter by it.
  state text not null default 'unset' check (state in ('unset', 'unmeasured', 'in', 'warning', 'out')),
  broken text[] not null default '{}',
  measured_at timestamptz,
  due_at timestamptz not null
);
create unique index control_charts_quantity on control_charts (instrument_id, lower(quantity), lower(unit)) where stopped_at is null;
create index control_charts_due on control_charts (due_at) where stopped_at is null;

-- Never changed: new limits are a new row, so that what an earlier measurement was compared with can be shown.
create table control_limits (
  id bigint generated always as identity primary key,
  chart_id bigint not null references control_charts (id),
  target double precision not null,
  deviation double precision not null check (deviation > 0),
  -- From how many earlier measurements they were computed; null when a person stated them.
  base_count integer check (base_count >= 10),
  -- Measurements from this time on are compared with them.
  holds_from timestamptz not null,
  note text not null default '',
  staff_id bigint not null references staff (id),
  created_at timestamptz not null
);
create index control_limits_chart on control_limits (chart_id, id desc);

create table control_measurements (
  id bigint generated always as identity primary key,
  chart_id bigint not null references control_charts (id),
  -- The limits it is compared with; null for a measurement before the first ones.
  limits_id bigint references control_limits (id),
  value double precision not null,
  measured_at timestamptz not null,
  note text not null default '',
  file_id bigint references files (id),
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  -- Taken back as a mistake: no longer counted, and kept.
  taken_back_at timestamptz,
  taken_back_by bigint references staff (id),
  taken_back_reason text not null default '',
  state text not null default 'none' check (state in ('none', 'in', 'warning', 'out')),
  broken text[] not null default '{}',
  check ((taken_back_at is null) = (taken_back_by is null))
);
create index control_measurements_chart on control_measurements (chart_id, measured_at desc, id desc);
create index control_measurements_limits on control_measurements (limits_id, measured_at, id);
create index control_measurements_file on control_measurements (file_id);

-- Figures of the console by day in Shanghai. The rows of a day are computed from the records of other slices, and can be computed again at
-- any time; a check of the books compares them. Days from filled_until on are computed when they are read.
create table figure_days (
  measure text not null,
  day date not null,
  -- What the day is divided by: a customer group, an instrument, a project; empty when it is not divided.
  key text not null default '',
  count bigint not null check (count >= 0),
  -- Fen of revenue, or minutes of an instrument; 0 when only rows are counted.
  amount bigint not null default 0,
  primary key (measure, day, key)
);

create table figure_fill (
  single boolean primary key default true check (single),
  filled_until date not null
);

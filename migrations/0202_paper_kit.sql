-- A data package for a repository, written part by part; its files are attached to `data-package:ID` and go with it after a day.
create table data_packages (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  order_no text not null,
  licence text not null,
  -- What the order said when the package was begun: records, and the data files with their sums.
  content jsonb not null,
  -- The files written so far: id, path, size, checksum.
  written jsonb not null default '[]',
  done integer not null default 0,
  total integer not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index data_packages_customer on data_packages (customer_id, order_no);

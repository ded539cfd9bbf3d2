-- The statements of all customers of one month, drawn part by part; its files are attached to `statement-batch:ID`.
create table statement_batches (
  id bigint generated always as identity primary key,
  period text not null,
  customer_ids bigint[] not null,
  done integer not null default 0,
  created_by bigint not null references staff,
  created_at timestamptz not null,
  finished_at timestamptz
);

-- A statement that was sent by mail, once a day.
create table statement_mails (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  period text not null,
  day date not null,
  asked_at timestamptz not null,
  sent_at timestamptz,
  unique (customer_id, period, day)
);

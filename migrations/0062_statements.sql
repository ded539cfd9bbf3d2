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

-- A statement that was sent by mail, once a day to each person.
create table statement_mails (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  -- Who asked and receives it: the customer, or who acted in the name of the group.
  person_id bigint not null references customers,
  period text not null,
  day date not null,
  asked_at timestamptz not null,
  sent_at timestamptz,
  unique (customer_id, person_id, period, day)
);
create index statement_mails_person on statement_mails (person_id);

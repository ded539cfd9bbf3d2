-- Samples for which no data is delivered, each with the reason that the reviewer and the customer read.
create table samples_without_data (
  order_id bigint not null,
  sample_no text not null,
  reason text not null,
  staff_id bigint not null,
  created_at timestamptz not null,
  primary key (order_id, sample_no)
);

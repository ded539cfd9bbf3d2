create table samples (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  order_no text not null,
  line_id bigint not null references order_lines (id),
  customer_id bigint not null references customers (id),
  -- Who pays for the order: a group reads the samples of its members.
  payer_id bigint not null references customers (id),
  sample_no text not null unique,
  -- The customer's own number, unique in the order.
  own_no text not null,
  name text not null,
  form text not null,
  composition text not null,
  -- How much the customer says to send, as typed; empty when not said.
  amount text not null default '',
  hazards text[] not null,
  storage text not null,
  return_wanted boolean not null,
  remark text not null default '',
  -- Doubts about its suitability that the customer confirmed when ordering.
  warnings text[] not null default '{}',
  stage text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  courier text not null default '',
  waybill text not null default '',
  received_at timestamptz,
  received_by bigint,
  weight_mg bigint check (weight_mg >= 0),
  condition text not null default '',
  shelf text not null default '',
  photo_file_id bigint,
  return_courier text not null default '',
  return_waybill text not null default '',
  returned_at timestamptz,
  keep_until timestamptz,
  -- Why a sample stands where it stands (refused, lost, abnormal, dropped), so that its owner reads it beside the stage.
  stage_reason text not null default '',
  -- What a sample is to its order: a parcel, a party that comes, a file.
  service_type integer not null default 1,
  words text not null generated always as (folded(sample_no || '|' || own_no || '|' || name)) stored,
  unique (order_id, own_no)
);
create index samples_customer on samples (customer_id, id desc);
create index samples_payer on samples (payer_id, id desc);
create index samples_stage on samples (stage, id);
-- Kept samples by the end of their time, for the list of what is due for destruction.
create index samples_keep_until on samples (keep_until) where stage = 'kept';
create index samples_words on samples using gin (grams(words)) with (gin_pending_list_limit = 256);
alter index samples_words alter column 1 set statistics 0;

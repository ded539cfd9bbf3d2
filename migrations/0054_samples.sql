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
-- For the list of all samples, the newest first.
create index samples_created on samples (created_at desc, id desc);
create index samples_stage on samples (stage, id);
-- Kept samples by the end of their time, for the list of what is due for destruction.
create index samples_keep_until on samples (keep_until) where stage = 'kept';
create index samples_words on samples using gin (grams(words)) with (gin_pending_list_limit = 256);
alter index samples_words alter column 1 set statistics 0;

-- Parcels with samples, whose way the courier is asked for.
create table parcels (
  waybill text primary key,
  since timestamptz not null,
  asked_at timestamptz,
  -- When the courier is asked next; null when the way has ended.
  ask_at timestamptz
);
create index parcels_ask_at on parcels (ask_at) where ask_at is not null;
create index parcels_since on parcels (since);

-- What the courier reported. A node is kept once, however often it is reported and in whatever order.
create table route_nodes (
  waybill text not null references parcels (waybill) on delete cascade,
  -- The courier's number of the node, or its time and text when it has none.
  node_no text not null,
  at timestamptz not null,
  place text not null,
  text text not null,
  kind text not null check (kind in ('collected', 'moving', 'delivering', 'signed', 'problem')),
  primary key (waybill, node_no)
);
-- Which samples travel in a parcel.
create index samples_waybill on samples (waybill) where waybill <> '';
create index samples_return_waybill on samples (return_waybill) where return_waybill <> '';

-- Places where samples stand. `samples.shelf` is a code, a code with a place on the shelf (A-03-02 on A-03), or 其他 with words.
create table shelves (
  id bigint generated always as identity primary key,
  code text not null unique check (code <> ''),
  name text not null default '',
  room text not null,
  temperature text not null check (temperature in ('room', 'dark', 'cold', 'frozen', 'inert')),
  capacity integer not null check (capacity > 0),
  version integer not null default 1,
  created_at timestamptz not null
);
-- What stands on a shelf: a range of texts. The stages are those in which a sample is in the laboratory.
create index samples_shelf on samples (shelf collate "C")
  where stage in ('parked', 'received', 'testing', 'tested', 'abnormal', 'dropped', 'to_return', 'refused', 'kept');

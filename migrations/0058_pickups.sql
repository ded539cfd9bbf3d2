create sequence pickup_numbers;

-- Places of a time slot of a day. A place is taken by a conditional update, so that a slot never holds more pickups than its capacity.
-- `capacity` is the setting when the last place was taken; lowering the setting later leaves the pickups that were promised.
create table pickup_slots (
  day date not null,
  slot smallint not null check (slot between 1 and 4),
  capacity integer not null,
  taken integer not null,
  primary key (day, slot),
  check (taken between 0 and capacity)
);

-- Samples of one order that are fetched at the customer's door, by a driver of the laboratory or by a courier.
create table pickups (
  id bigint generated always as identity primary key,
  pickup_no text not null unique,
  order_id bigint not null references orders (id),
  order_no text not null,
  customer_id bigint not null references customers (id),
  -- Who pays for the order: a group reads the pickups of its members.
  payer_id bigint not null references customers (id),
  -- The person who asked for it.
  requested_by bigint not null references customers (id),
  stage text not null check (stage in ('requested', 'assigned', 'collecting', 'collected', 'arrived', 'failed', 'cancelled')),
  version integer not null default 1,
  day date not null,
  slot smallint not null check (slot between 1 and 4),
  -- The text of the slot as it was promised; the setting may change.
  slot_text text not null,
  message text not null default '',
  -- A copy, so that a later change of the address book does not send the driver elsewhere.
  name text not null,
  phone text not null,
  area_code text not null,
  province text not null,
  city text not null,
  area text not null,
  address text not null,
  sample_count integer not null check (sample_count > 0),
  driver_id bigint references staff (id),
  courier text not null default '',
  waybill text not null default '',
  -- How many pieces the driver counted at the door.
  collected_count integer check (collected_count > 0),
  collected_at timestamptz,
  arrived_at timestamptz,
  -- Why it failed or was cancelled.
  reason text not null default '',
  created_at timestamptz not null,
  check (stage not in ('assigned', 'collecting', 'collected') or driver_id is not null or courier <> ''),
  check (stage <> 'collected' or (collected_count is not null and collected_at is not null)),
  check (stage <> 'arrived' or arrived_at is not null)
);
-- One pickup of an order at a time.
create unique index pickups_live on pickups (order_id) where stage in ('requested', 'assigned', 'collecting', 'collected');
create index pickups_order on pickups (order_id, id desc);
create index pickups_customer on pickups (customer_id, id desc);
create index pickups_payer on pickups (payer_id, id desc);
create index pickups_stage on pickups (stage, id desc);
-- The sheet of a day.
create index pickups_day on pickups (day, slot);
create index pickups_created on pickups (created_at);

-- Secret addresses by which a calendar program reads bookings: one per person. Only the hash of the key is stored.
create table calendar_feeds (
  id bigint generated always as identity primary key,
  customer_id bigint references customers (id) on delete cascade,
  staff_id bigint references staff (id) on delete cascade,
  -- Staff: the bookings of this instrument only.
  instrument_id bigint references instruments (id) on delete cascade,
  key_hash text not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz,
  check (num_nonnulls(customer_id, staff_id) = 1),
  check (instrument_id is null or staff_id is not null)
);
create unique index calendar_feeds_customer on calendar_feeds (customer_id) where customer_id is not null;
create unique index calendar_feeds_staff on calendar_feeds (staff_id) where staff_id is not null;
create index calendar_feeds_instrument on calendar_feeds (instrument_id) where instrument_id is not null;

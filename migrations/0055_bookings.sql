-- Capacity is held per cell of half an hour; a booking takes one place in each cell it covers. The cells of a pool are shared by
-- all bookings that name it: those of one project, or those of all projects on one instrument.
create table reservation_cells (
  pool text not null,
  starts_at timestamptz not null,
  capacity integer not null,
  booked integer not null,
  primary key (pool, starts_at),
  check (booked between 0 and capacity)
);

create table reservations (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  order_id bigint references orders (id),
  order_no text not null,
  rid bigint not null,
  project_name text not null,
  -- Where it holds its places.
  pool text not null check (pool <> ''),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  stage text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  -- A booking that was moved or made anew names the one that took its place: what an order still needs is what nothing has replaced.
  replaced_by bigint references reservations (id),
  -- The customer takes part by video, so no message gives an address.
  remote boolean not null default false,
  check (ends_at > starts_at)
);
create index reservations_customer on reservations (customer_id, id desc);
create index reservations_order on reservations (order_id);
create index reservations_start on reservations (starts_at);

-- Another time that staff propose for a booking. It holds its own places until the customer answers.
create table reservation_offers (
  id bigint generated always as identity primary key,
  reservation_id bigint not null references reservations (id),
  pool text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  stage text not null check (stage in ('offered', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  version integer not null default 1,
  -- The customer answers until then.
  until timestamptz not null,
  -- What the new time costs more than the old one: evening and Sunday surcharges.
  extra_fen bigint not null check (extra_fen >= 0),
  -- Why the customer declined.
  answer text not null default '',
  staff_id bigint not null references staff (id),
  created_at timestamptz not null,
  check (ends_at > starts_at)
);
create unique index reservation_offers_open on reservation_offers (reservation_id) where stage = 'offered';
create index reservation_offers_reservation on reservation_offers (reservation_id, id desc);

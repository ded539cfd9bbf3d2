-- Capacity is held per cell of half an hour; a booking takes one place in each cell it covers.
create table reservation_cells (
  rid bigint not null,
  starts_at timestamptz not null,
  capacity integer not null,
  booked integer not null,
  primary key (rid, starts_at),
  check (booked between 0 and capacity)
);

create table reservations (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  order_id bigint references orders (id),
  order_no text not null,
  rid bigint not null,
  project_name text not null,
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

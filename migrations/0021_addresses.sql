create table addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  name text not null,
  phone text not null,
  area_code text not null,
  province text not null,
  city text not null,
  area text not null,
  address text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_customer on addresses (customer_id, id);
create unique index addresses_default on addresses (customer_id) where is_default;

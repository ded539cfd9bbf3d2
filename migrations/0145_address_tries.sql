-- Wrong passwords from one address within an hour, whichever accounts they are for. The address is kept as a hash: it is counted, not read.
create table address_tries (
  address_hash text primary key,
  tries integer not null,
  since timestamptz not null
);
create index address_tries_since on address_tries (since);

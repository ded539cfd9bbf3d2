-- Keys by which programs of a customer make calls. Only the hash of a key is stored.
create table api_keys (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  name text not null,
  -- The first characters, by which a person recognises a key.
  prefix text not null,
  key_hash text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_ip text not null default '',
  revoked_at timestamptz
);
create index api_keys_customer on api_keys (customer_id, id desc);

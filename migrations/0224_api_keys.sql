-- What programs of customers asked with their keys (decision 0141).
create table api_requests (
  id bigint generated always as identity primary key,
  key_id bigint not null references api_keys (id) on delete cascade,
  at timestamptz not null,
  method text not null,
  -- The path of the route, without numbers or tokens of what was read.
  path text not null,
  status integer not null,
  -- The error and its words when it was refused.
  error text not null,
  message text not null,
  duration_ms integer not null,
  ip text not null,
  -- The number of the group in whose name it was asked; empty for the person's own account.
  account text not null,
  request_id text not null
);
create index api_requests_key on api_requests (key_id, id desc);
create index api_requests_at on api_requests (at);

-- How many requests each key made on each day of Shanghai, also those of which no row is kept.
create table api_key_days (
  key_id bigint not null references api_keys (id) on delete cascade,
  day date not null,
  answered integer not null,
  refused integer not null,
  failed integer not null,
  -- Beyond the requests that a key may make in a minute.
  limited integer not null,
  primary key (key_id, day)
);

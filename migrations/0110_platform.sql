-- Tries of the doctor to reach this server through its public address: what the server saw of the request that carried a token, once.
create table reach_probes (
  token_hash text primary key,
  created_at timestamptz not null,
  -- Null until the request has come.
  seen jsonb
);

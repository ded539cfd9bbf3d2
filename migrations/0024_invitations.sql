-- Who brought whom: one row per customer who registered with an invite code.
create table invitations (
  id bigint generated always as identity primary key,
  friend_id bigint not null unique references customers,
  inviter_id bigint not null references customers,
  code text not null,
  registered_at timestamptz not null,
  -- Why the tie earns nothing until staff have looked at it; empty: nothing is wrong.
  flag text not null default '' check (flag in ('', 'inviter_device', 'same_device')),
  ip text not null default '',
  user_agent text not null default '',
  cleared_by bigint references staff,
  cleared_at timestamptz,
  clear_reason text not null default '',
  check (friend_id <> inviter_id),
  check ((cleared_at is null) = (cleared_by is null)),
  check (cleared_at is null or flag <> '')
);
create index invitations_inviter on invitations (inviter_id, id desc);

-- Devices from which an invited customer registered, as hashes: the key of a browser, or an address with a kind of browser on one day. The
-- primary key lets one of two registrations at the same time be the first.
create table invite_devices (
  device text primary key,
  friend_id bigint not null references customers,
  used_at timestamptz not null
);
create index invite_devices_at on invite_devices (used_at);

-- Browsers in which a customer registered or opened the page of invitations, as hashes.
create table invite_browsers (
  customer_id bigint not null references customers,
  browser text not null,
  seen_at timestamptz not null,
  primary key (customer_id, browser)
);
create index invite_browsers_at on invite_browsers (seen_at);

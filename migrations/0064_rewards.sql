-- The reward for an invitation: points to both sides for the friend's first paid order. One row per friend; another order takes the place
-- of one that was paid back.
create table invite_rewards (
  friend_id bigint primary key references customers,
  inviter_id bigint not null references customers,
  order_id bigint not null,
  order_no text not null,
  state text not null check (state in ('waiting', 'given', 'lost', 'refused')),
  inviter_points integer not null check (inviter_points >= 0),
  friend_points integer not null check (friend_points >= 0),
  paid_at timestamptz not null,
  due_at timestamptz not null,
  given_at timestamptz,
  check (friend_id <> inviter_id),
  check (state <> 'given' or given_at is not null)
);
create index invite_rewards_inviter on invite_rewards (inviter_id);

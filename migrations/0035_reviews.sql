-- What customers say about a project after its delivery: one for each line of an order, shown after staff have looked at it.
create table reviews (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  project_id bigint not null references projects,
  -- The line of the order; orders belong to a higher slice.
  line_id bigint not null unique,
  order_no text not null,
  stage text not null check (stage in ('pending', 'published', 'hidden')),
  version integer not null default 1,
  stars integer not null check (stars between 1 and 5),
  tags text[] not null default '{}',
  words text not null,
  -- As visitors see them; empty: not shown.
  shown_name text not null,
  company text not null default '',
  file_ids bigint[] not null default '{}',
  -- Pictures for visitors, encoded again when the evaluation is published.
  images text[] not null default '{}',
  reply text not null default '',
  replied_at timestamptz,
  reason text not null default '',
  published_at timestamptz,
  created_at timestamptz not null,
  check (stage <> 'published' or published_at is not null)
);
create index reviews_project on reviews (project_id, published_at desc, id desc) where stage = 'published';
create index reviews_customer on reviews (customer_id, id desc);
create index reviews_stage on reviews (stage, id);

-- Messages about an order between its customer, or the owner and managers of the group that pays, and the laboratory.
create table threads (
  id bigint generated always as identity primary key,
  order_id bigint not null unique references orders,
  order_no text not null,
  customer_id bigint not null references customers,
  -- The account of the group that pays; its owner and managers read and write in its name.
  group_account_id bigint references customers,
  message_count integer not null default 0,
  last_text text not null default '',
  last_side text not null default 'customer' check (last_side in ('customer', 'staff')),
  last_at timestamptz not null,
  -- The first message of the customer that nobody has answered.
  waiting_since timestamptz,
  -- The laboratory reads as one; each customer has a mark of their own in thread_reads.
  staff_read_id bigint not null default 0,
  -- The last message that each side was told of, so that it is told once.
  told_customer_id bigint not null default 0,
  told_staff_id bigint not null default 0
);
create index threads_customer on threads (customer_id, last_at desc, id desc);
create index threads_group on threads (group_account_id, last_at desc, id desc) where group_account_id is not null;
create index threads_waiting on threads (waiting_since, id) where waiting_since is not null;
create index threads_last on threads (last_at desc, id desc);

create table thread_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references threads,
  side text not null check (side in ('customer', 'staff')),
  -- A customer or a member of staff, by side.
  author_id bigint not null,
  text text not null,
  file_ids bigint[] not null default '{}',
  created_at timestamptz not null,
  check (text <> '' or cardinality(file_ids) > 0)
);
create index thread_messages_thread on thread_messages (thread_id, id desc);
create index thread_messages_author on thread_messages (author_id, created_at desc);

-- How far each person on the customer's side has read.
create table thread_reads (
  thread_id bigint not null references threads,
  person_id bigint not null references customers,
  read_id bigint not null,
  primary key (thread_id, person_id)
);
create index thread_reads_person on thread_reads (person_id);

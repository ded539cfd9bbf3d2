-- Notes of staff about a customer, an order or a group. Customers never see them (decision 0078).
create table notes (
  id bigint generated always as identity primary key,
  subject_kind text not null check (subject_kind in ('customer', 'order', 'group')),
  subject_id bigint not null,
  -- The number of the order or group, the id of the customer: what the address of its page names.
  subject_no text not null,
  -- Whom the note is about: the customer, the one who ordered, or the account of the group.
  customer_id bigint not null references customers,
  author_id bigint not null references staff,
  text text not null check (char_length(text) between 1 and 2000),
  pinned boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz
);
create index notes_subject on notes (subject_kind, subject_id, id desc);
create index notes_customer on notes (customer_id, id desc);
create index notes_deleted on notes (deleted_at) where deleted_at is not null;

-- The texts that were replaced.
create table note_versions (
  note_id bigint not null references notes on delete cascade,
  version integer not null,
  text text not null,
  written_at timestamptz not null,
  primary key (note_id, version)
);

create table note_mentions (
  note_id bigint not null references notes on delete cascade,
  staff_id bigint not null references staff,
  seen_at timestamptz,
  primary key (note_id, staff_id)
);
create index note_mentions_unseen on note_mentions (staff_id, note_id desc) where seen_at is null;

-- Work that a member of staff has to do, with or without a record that it is about.
create table todos (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 200),
  due_at timestamptz not null,
  owner_id bigint not null references staff,
  created_by bigint not null references staff,
  subject_kind text check (subject_kind in ('customer', 'order', 'group')),
  subject_id bigint,
  subject_no text,
  customer_id bigint references customers,
  -- Who handed it over, and why.
  handed_by bigint references staff,
  handed_why text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by bigint references staff,
  -- The owner was told that this is due.
  told_at timestamptz,
  check ((subject_kind is null) = (subject_id is null) and (subject_kind is null) = (subject_no is null)
    and (subject_kind is null) = (customer_id is null)),
  check ((done_at is null) = (done_by is null))
);
create index todos_open on todos (owner_id, due_at, id) where done_at is null;
create index todos_done on todos (owner_id, done_at desc, id desc) where done_at is not null;
create index todos_untold on todos (due_at) where done_at is null and told_at is null;
create index todos_subject on todos (subject_kind, subject_id, id desc) where subject_id is not null;
create index todos_customer on todos (customer_id, id desc) where customer_id is not null;

-- Telephone calls with customers.
create table call_records (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  order_id bigint references orders,
  order_no text,
  staff_id bigint not null references staff,
  direction text not null check (direction in ('out', 'in')),
  result text not null check (result in ('reached', 'missed', 'call_back')),
  -- Empty once the customer has closed the account.
  text text not null check (char_length(text) <= 500),
  called_at timestamptz not null,
  todo_id bigint references todos on delete set null,
  created_at timestamptz not null,
  check ((order_id is null) = (order_no is null))
);
create index call_records_customer on call_records (customer_id, called_at desc, id desc);
create index call_records_order on call_records (order_id, called_at desc, id desc) where order_id is not null;

-- Files of customers and staff. The bytes live in the file store under storage_key; this is what is known of them.
create table files (
  id bigint generated always as identity primary key,
  storage_key text not null unique,
  -- The sender's name, made harmless; only ever shown or sent as a download name.
  name text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  -- From the bytes, never from the sender.
  mime text not null,
  purpose text not null,
  uploaded_by_kind text not null check (uploaded_by_kind in ('customer', 'staff', 'system')),
  uploaded_by bigint,
  -- The customer who may read it: the uploader, or the one it was released to.
  customer_id bigint,
  -- Of an export: the action that its owner must still be allowed to do.
  reader_action text,
  -- What it belongs to, `order:12`. A file that belongs to nothing for a day is removed.
  attached_to text,
  -- The sweeper found no bytes under the key.
  missing_at timestamptz,
  created_at timestamptz not null
);
create index files_unattached on files (created_at) where attached_to is null;
create index files_attached on files (attached_to) where attached_to is not null;
create index files_unattached_of on files (uploaded_by_kind, uploaded_by) where attached_to is null;

-- Short-lived download links. The token is kept as a hash; a link opens only for the person it was made for.
create table file_links (
  token_hash text primary key,
  file_id bigint references files (id) on delete cascade,
  actor_kind text not null check (actor_kind in ('customer', 'staff')),
  actor_id bigint not null,
  session_id bigint not null,
  browser_hash text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- A download link opens one file, or several together as a ZIP that is made while it is sent.
  -- [{"id": file, "path": name inside the ZIP}]
  bundle jsonb,
  bundle_name text not null default '',
  constraint file_links_one_kind check ((file_id is null) <> (bundle is null))
);
create index file_links_expires on file_links (expires_at);

-- Another customer may read the released results and reports of something, `order:12`, as long as its owner allows it.
create table file_shares (
  attached_to text not null,
  customer_id bigint not null,
  primary key (attached_to, customer_id)
);

-- Files that are uploaded in parts and can be continued after an interruption. The row is removed some days after it was last used.
create table uploads (
  id bigint generated always as identity primary key,
  -- Random, so that it says nothing about other uploads.
  upload_no text not null unique,
  owner_kind text not null check (owner_kind in ('customer', 'staff')),
  owner_id bigint not null,
  purpose text not null,
  name text not null,
  size bigint not null check (size > 0 and size < 2147483648),
  part_bytes integer not null check (part_bytes > 0),
  -- Of the sender's file, so that the browser recognises the file when it is chosen again.
  fingerprint text not null,
  -- What the file will belong to, `order-data:12`; null when its owner attaches it later.
  attach_to text,
  -- All parts are there and the sender has finished.
  finished_at timestamptz,
  -- The name of the refusal, such as `infected`.
  refused_as text,
  file_id bigint references files (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  constraint uploads_one_end check (refused_as is null or file_id is null),
  constraint uploads_end_after_finish check (finished_at is not null or (file_id is null and refused_as is null))
);
create index uploads_owner on uploads (owner_kind, owner_id) where file_id is null;
create index uploads_attach on uploads (attach_to) where attach_to is not null;
create index uploads_used on uploads (used_at);
create index uploads_file on uploads (file_id) where file_id is not null;

-- The parts that have arrived. Each is an object of the file store until the file is put together.
create table upload_parts (
  upload_id bigint not null references uploads (id) on delete cascade,
  part integer not null check (part >= 1),
  storage_key text not null unique,
  size integer not null check (size > 0),
  sha256 text not null,
  primary key (upload_id, part)
);

-- Uploads whose parts the browser puts straight into an S3-compatible store (decision 0099).
alter table uploads
  -- The object that the parts become; null while parts come through the server.
  add column storage_key text,
  -- The upload at the store; null before the first part is signed, and when the store has lost it.
  add column store_upload_id text,
  -- Of the whole file, as the sender computed it.
  add column sha256 text;

-- The hash for which the address of each part was signed; nothing else can be put there.
create table upload_signed_parts (
  upload_id bigint not null references uploads (id) on delete cascade,
  part integer not null check (part >= 1),
  size integer not null check (size > 0),
  sha256 text not null,
  primary key (upload_id, part)
);

-- The store checked the hash of each part, and nobody here has read the whole: the hash of the file is the sender's word.
alter table files add column sha256_declared boolean not null default false;

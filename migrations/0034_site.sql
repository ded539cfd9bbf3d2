-- Pictures of pages where they are shared: drawn once from the page's own drawing, kept until what they show changes.
create table share_cards (
  -- The name in the address: what is shown, and a digest of how it looked.
  name text primary key,
  subject text not null,
  file_id bigint not null references files (id) on delete cascade,
  storage_key text not null,
  created_at timestamptz not null
);
create index share_cards_subject on share_cards (subject);

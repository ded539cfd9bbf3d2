-- Pictures of editors, re-encoded in a few widths. The id is the beginning of the hash of what was uploaded.
create table content_images (
  id text primary key,
  name text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  format text not null check (format in ('jpg', 'png')),
  -- File keys by `{width}.{format}`.
  files jsonb not null,
  bytes bigint not null,
  created_by bigint references staff (id),
  created_at timestamptz not null
);
create index content_images_newest on content_images (created_at desc, id);

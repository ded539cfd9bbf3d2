-- A download link opens one file, or several together as a ZIP that is made while it is sent.
alter table file_links
  alter column file_id drop not null,
  -- [{"id": file, "path": name inside the ZIP}]
  add column bundle jsonb,
  add column bundle_name text not null default '',
  add constraint file_links_one_kind check ((file_id is null) <> (bundle is null));

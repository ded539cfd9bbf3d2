-- What a picture shows, who made it and under which licence it may be shown: a photograph of somebody else needs all three beside it.
alter table content_images
  add column kind text not null default '',
  add column credit text not null default '',
  add column licence text not null default '';
alter table content_images add constraint content_images_kind
  check (kind in ('', 'instrument', 'before', 'after', 'micrograph', 'spectrum', 'drawing')) not valid;

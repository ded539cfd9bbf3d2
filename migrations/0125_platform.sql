-- Processes look every second for cache tags that were raised since their last look. With the transaction that raised a tag they ask for
-- those rows only; a number from a sequence would miss a transaction that commits after one with a higher number.
alter table cache_tags add column changed_in xid8 not null default '0';
create index cache_tags_changed on cache_tags (changed_in);

-- A trigger, because version 0.2.0 raises tags too while both versions run.
create function note_cache_tag() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger cache_tags_changed before insert or update on cache_tags for each row execute function note_cache_tag();

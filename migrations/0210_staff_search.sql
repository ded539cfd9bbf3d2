-- Search of staff by index: what a row is found by is one folded text, and its bigrams stand in a GIN index. A text that contains what
-- was typed has all of its bigrams; the text itself then decides.

-- Case, width and white space do not tell 「x射线」 from 「X 射线」.
create function folded(words text) returns text language sql immutable parallel safe
return lower(regexp_replace(normalize(words, NFKC), '\s', '', 'g'));

-- Characters and pairs of characters. Its cost keeps the planner from computing it for every row instead of asking the index.
create function grams(words text) returns text[] language sql immutable parallel safe cost 10000
return string_to_array(words, null) || array(
  select a || b from unnest(string_to_array(words, null), (string_to_array(words, null))[2:]) as pairs (a, b) where b is not null);

-- The pairs of what was typed, or the one character.
create function wanted_grams(words text) returns text[] language sql immutable parallel safe
return case when length(words) < 2 then string_to_array(words, null) else array(
  select a || b from unnest(string_to_array(words, null), (string_to_array(words, null))[2:]) as pairs (a, b) where b is not null) end;

alter table orders add column words text not null
  generated always as (folded(order_no || '|' || title || '|' || coalesce(contact ->> 'name', ''))) stored;
-- How the title sounds; null until a job has written it.
alter table orders add column sounds text;
create index orders_words on orders using gin (grams(words)) with (gin_pending_list_limit = 256);
create index orders_sounds on orders using gin (grams(sounds)) with (gin_pending_list_limit = 256);
create index orders_unsounded on orders (id) where sounds is null;

alter table samples add column words text not null generated always as (folded(sample_no || '|' || own_no || '|' || name)) stored;
create index samples_words on samples using gin (grams(words)) with (gin_pending_list_limit = 256);

alter table customers add column words text not null generated always as (
  folded(name || '|' || nickname || '|' || company || '|' || email || '|' || case when closed_at is null then phone else '' end)) stored;
-- How name and company sound, and which name and company that was.
alter table customers add column sounds text, add column sounds_of text;
alter table customers add column unsounded boolean not null
  generated always as (closed_at is null and sounds_of is distinct from name || '|' || company) stored;
create index customers_words on customers using gin (grams(words)) with (gin_pending_list_limit = 256);
create index customers_sounds on customers using gin (grams(sounds)) with (gin_pending_list_limit = 256);
create index customers_unsounded on customers (id) where unsounded;

alter table demands add column words text not null generated always as (
  folded(receipt_no || '|' || title || '|' || contact_name || '|' || contact_phone || '|' || company)) stored;
create index demands_words on demands using gin (grams(words)) with (gin_pending_list_limit = 256);

create index contracts_words on contracts using gin (grams(folded(contract_no))) with (gin_pending_list_limit = 256);
create index reports_words on reports using gin (grams(folded(code))) with (gin_pending_list_limit = 256);

-- Without statistics the planner takes every search for a rare one and asks the index; and ANALYZE need not compute the grams of its sample.
alter index orders_words alter column 1 set statistics 0;
alter index orders_sounds alter column 1 set statistics 0;
alter index samples_words alter column 1 set statistics 0;
alter index customers_words alter column 1 set statistics 0;
alter index customers_sounds alter column 1 set statistics 0;
alter index demands_words alter column 1 set statistics 0;
alter index contracts_words alter column 1 set statistics 0;
alter index reports_words alter column 1 set statistics 0;

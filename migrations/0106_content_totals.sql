-- How many articles of each kind, cases and acknowledgements are published: the lists say it on every page, and counting
-- ten thousand rows for that costs more than the page. Kept by the database, because editors, schedules and imports all write.

create table content_totals (
  list text primary key,
  total bigint not null
);

create function count_content() returns trigger language plpgsql as $$
declare
  old_list text;
  new_list text;
begin
  if tg_op <> 'INSERT' and old.published then
    old_list := case when tg_table_name = 'articles' then to_jsonb(old) ->> 'type' else tg_table_name end;
  end if;
  if tg_op <> 'DELETE' and new.published then
    new_list := case when tg_table_name = 'articles' then to_jsonb(new) ->> 'type' else tg_table_name end;
  end if;
  if old_list is not distinct from new_list then
    return null;
  end if;
  if old_list is not null then
    update content_totals set total = total - 1 where list = old_list;
  end if;
  if new_list is not null then
    insert into content_totals as t (list, total) values (new_list, 1) on conflict (list) do update set total = t.total + 1;
  end if;
  return null;
end $$;

insert into content_totals (list, total)
select type, count(*) from articles where published group by type
union all
select 'cases', count(*) from cases where published
union all
select 'acknowledgements', count(*) from acknowledgements where published;

create trigger articles_counted after insert or delete or update of published, type on articles
for each row execute function count_content();
create trigger cases_counted after insert or delete or update of published on cases
for each row execute function count_content();
create trigger acknowledgements_counted after insert or delete or update of published on acknowledgements
for each row execute function count_content();

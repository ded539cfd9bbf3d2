-- Lists narrowed by several filters at once: a list of its own for every category with a tag, price and turnaround inside
-- every index of a list, and a counter for every combination. src/shop/catalogue/filter-rules.ts keeps them from here on.

create temporary table new_pairs on commit drop as
select d.project_id, n.scope || '+' || g.scope as scope
from search_documents d, unnest(d.scopes) as n (scope), unnest(d.scopes) as g (scope)
where n.scope ~ '^n[0-9]' and g.scope ~ '^g';
analyze new_pairs;
update search_documents d set scopes = d.scopes || n.scopes
from (select project_id, array_agg(scope order by scope) as scopes from new_pairs group by project_id) n where n.project_id = d.project_id;
insert into listings (scope, project_id, score, price_fen, days)
select n.scope, l.project_id, l.score, l.price_fen, l.days
from new_pairs n join listings l on l.project_id = n.project_id and l.scope = 'all';
insert into listing_scopes (scope, projects) select scope, count(*) from new_pairs group by scope
on conflict (scope) do update set projects = listing_scopes.projects + excluded.projects;

-- Each index answers a list in its order with both filters, without looking at the table.
drop index listings_hot;
drop index listings_price;
drop index listings_days;
create index listings_hot on listings (scope, score, project_id) include (price_fen, days);
create index listings_price on listings (scope, price_fen, project_id) include (score, days);
create index listings_days on listings (scope, days, project_id) include (score, price_fen);

-- 'n31|p300|d5': how many projects are in the list n31, in the price band and within the days. Lists alone are in listing_scopes.
create table listing_counts (
  filter text collate "C" primary key,
  projects bigint not null
);
insert into listing_counts (filter, projects)
select concat_ws('|', list.scope, price.scope, days.scope), count(*)
from search_documents d,
  lateral (select s as scope from unnest(d.scopes) s where s ~ '^[ng]' union all select null) list,
  lateral (select s as scope from unnest(d.scopes) s where s ~ '^p' union all select null) price,
  lateral (select s as scope from unnest(d.scopes) s where s ~ '^d' union all select null) days
where num_nonnulls(list.scope, price.scope, days.scope) > 1
group by 1;

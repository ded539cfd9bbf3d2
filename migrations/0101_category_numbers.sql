-- Editors add categories. Numbers below 10000 are those the house started with; links and the order of plans speak of some of them.
create sequence category_ids;
select setval('category_ids', greatest((select coalesce(max(id), 0) from categories), 10000));

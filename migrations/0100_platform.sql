-- Which releases may use this schema (decision 0089). One row.
create table schema_release (
  id integer primary key default 1 check (id = 1),
  -- The oldest release that may run on this schema. Raised by a migration that takes something away from older releases, and by nothing else.
  oldest text not null,
  -- The newest release that has opened this database; an older one names it when it must refuse.
  newest text not null
);
insert into schema_release (oldest, newest) values ('0.2.0', '0.2.0');

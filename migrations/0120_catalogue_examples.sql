-- Numbers of an example measurement, shown with a result on the page of a project. Apart from the project's content, which every order reads.
create table project_examples (
  project_id bigint not null references projects (id) on delete cascade,
  -- Place of the result among those of the project's content.
  position smallint not null check (position >= 0),
  data jsonb not null,
  primary key (project_id, position)
);

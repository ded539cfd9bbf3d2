-- What journals ask of an instrument besides name and model: its maker, and the English names of both. Empty: not entered.
alter table instruments
  add column maker text not null default '',
  add column english_name text not null default '',
  add column english_maker text not null default '';

-- When the sample was put where it stands, for moves that a phone tells later than they happened. Null: not moved since it was received.
alter table samples add column shelf_since timestamptz;

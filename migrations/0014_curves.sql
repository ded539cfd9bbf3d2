-- Curves read from files, kept by the checksum of the file since reading one takes a while. Null: there is none in it.
create table parsed_series (
  sha256 text primary key,
  data jsonb,
  created_at timestamptz not null,
  -- Reading a curve can fail for want of time, which says nothing about the file: it is tried again, a few times.
  tries integer not null default 1,
  -- Why the last try failed, in words for staff; null: the file was read, and data says what is in it.
  failure text,
  -- A file can be understood and still not be drawn: a checksum fails, a format is binary. The reason is shown to whoever asks.
  refusal text
);

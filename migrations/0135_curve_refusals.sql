-- A file can be understood and still not be drawn: a checksum fails, a format is binary. The reason is shown to whoever asks.
alter table parsed_series add column refusal text;
-- Curves read so far carry no notes and were read by other rules: they are read anew when somebody looks.
delete from parsed_series;

-- An entry of a calibration or service that was made by mistake: who of the staff withdrew it, when and why. Empty: it holds. It stays readable, as
-- records of a laboratory must; a server of the former release still shows it as one that holds.
alter table instrument_diary add column withdrawn_at timestamptz, add column withdrawn_by bigint, add column withdrawn_reason text;

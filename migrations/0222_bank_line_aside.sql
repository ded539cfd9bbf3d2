-- Money on the bank's statement that concerns no customer, such as interest: who of the staff set the line aside, when and why. Empty: it waits to
-- be matched, or is used. A server of the former release still lists it as waiting.
alter table bank_lines add column aside_at timestamptz, add column aside_by bigint, add column aside_reason text;

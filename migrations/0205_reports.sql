-- Why a test was recorded although a control chart of its instrument was out of control (decision 0114).
alter table test_records add column control_reason text not null default '';
